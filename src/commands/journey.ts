import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Server } from './http.ts'
import { timeOf } from './server-time.ts'

/** Hears what happens: each step, each call with its answer, each thing that must hold. */
export type Teller = {
  step(title: string): void
  call(method: string, path: string, body: unknown, answer: Answer<unknown>): void
  holds(what: string): void
  waiting(what: string): void
}

export type JourneyOptions = {
  search?: string
  /** Called between the payment and its processing. */
  onPaid?: () => Promise<void>
}

/** Something is not as it should be. */
export class JourneyError extends Error {}

const CARD = '4242424242424242'
const QUANTITY = 2
const PATIENCE_MS = 60_000

type Record = { [key: string]: unknown }

/**
 * One purchase, from registration to loyalty points, over HTTP alone: the customer's calls, those of the shop's staff that
 * make it possible, and a look at what each area made of it. Throws a JourneyError at the first thing that is not right.
 */
export async function playJourney(server: Server, tell: Teller, options: JourneyOptions = {}) {
  function check(condition: boolean, what: string, seen?: unknown) {
    if (!condition)
      throw new JourneyError(`${what}${seen === undefined ? '' : `, but: ${JSON.stringify(seen)}`}`)
    tell.holds(what)
  }

  async function call<Body = Record>(
    expected: number,
    method: string,
    path: string,
    body?: unknown,
    headers: { [name: string]: string } = {},
  ): Promise<Body> {
    const answer = await server.call<Body>(method, path, { body, headers })
    tell.call(method, path, body, answer)
    if (answer.status !== expected)
      throw new JourneyError(`${method} ${path} answers ${answer.status}, not ${expected}`)
    return answer.body
  }

  /** Asks again, without telling each time, until the answer is as it should be. */
  async function eventually<Body>(
    what: string,
    method: string,
    path: string,
    right: (body: Body) => boolean,
    body?: unknown,
    headers: { [name: string]: string } = {},
  ) {
    const end = performance.now() + PATIENCE_MS
    tell.waiting(what)
    for (;;) {
      const answer = await server.call<Body>(method, path, { body, headers })
      if (answer.status < 300 && right(answer.body)) {
        tell.call(method, path, body, answer)
        tell.holds(what)
        return answer.body
      }
      if (performance.now() > end) throw new JourneyError(`${what}: not within ${PATIENCE_MS / 1000} s`)
      await sleep(200)
    }
  }

  tell.step('A customer registers; a loyalty customer is made')
  const email = `camille.${crypto.randomUUID().slice(0, 8)}@example.org`
  const account = await call<{ accessToken: string; userId: number; clientId: string }>(
    201,
    'POST',
    '/api/auth/register',
    {
      email,
      motDePasse: 'un mot de passe de démonstration',
      prenom: 'Camille',
      nom: 'Martin',
    },
  )
  const bearer = { authorization: `Bearer ${account.accessToken}` }
  const known = await call<{ data: { idClient: string }[] }>(
    200,
    'GET',
    `/api/publique/clients?email=${encodeURIComponent(email)}`,
  )
  check(
    known.data[0]?.idClient === account.clientId,
    'loyalty knows the customer by the same identifier',
    known.data,
  )

  tell.step('The customer looks for a product')
  const word = options.search ?? (await firstWord(server))
  type Found = { id: number; nom: string; ean: string; prixDeVenteCents: number }
  const found = await call<{ data: Found[] }>(
    200,
    'GET',
    `/api/products?search=${encodeURIComponent(word)}&limit=3`,
  )
  const product = found.data[0]
  if (!product) throw new JourneyError(`No product is found for « ${word} »`)

  tell.step('The shop has it in stock, and a promotion runs on it')
  const stores = await call<{ rows: { id: number }[] }>(200, 'GET', '/api/publique/magasins?limit=1')
  const store = stores.rows[0]
  if (!store) throw new JourneyError('The shop has no store: import some first')
  await call(200, 'PATCH', `/api/v1/privee/stocks/${store.id}/${product.id}`, { difference: 10 })
  const available = async () =>
    (await call<{ quantity: number }[]>(200, 'GET', `/api/publique/reserve/${product.id}`)).reduce(
      (sum, row) => sum + row.quantity,
      0,
    )
  const before = await available()
  const now = (await timeOf(server)).getTime()
  const promotion = await call<{ id: number }>(201, 'POST', '/api/publique/data', {
    categoriePromotion: 'PRODUIT',
    typePromotion: 'POURCENTAGE',
    idProduit: [String(product.id)],
    valeurPromotion: 10,
    uniteValeur: 'PERCENT',
    description: 'Démonstration : 10 % de moins',
    dateDebut: new Date(now - 60_000).toISOString(),
    dateFin: new Date(now + 86_400_000).toISOString(),
    applicationsConcernees: ['E-COMMERCE'],
  })

  tell.step('The basket is computed')
  const articles = [
    { id: String(product.id), quantite: QUANTITY, prixUnitaireCents: product.prixDeVenteCents },
  ]
  const plain = QUANTITY * product.prixDeVenteCents
  const reduced = Math.floor((plain * 90 + 50) / 100)
  const basket = await eventually<{ totalApresPromo: number }>(
    'the promotion is taken off',
    'POST',
    '/api/publique/promotions/calculer-panier',
    ({ totalApresPromo }) => totalApresPromo <= reduced,
    { idClient: account.clientId, articles },
  )
  const total = basket.totalApresPromo

  try {
    tell.step('The customer orders')
    const order = await call<{ ordreId: string; statut: string }>(
      201,
      'POST',
      '/api/commandes',
      {
        clientId: account.clientId,
        articles,
        montantTotalCents: total,
        adresseLivraison: { rue: '12 rue des Halles', codePostal: '59000', ville: 'Lille' },
        clientInfo: { prenom: 'Camille', nom: 'Martin', email },
      },
      { ...bearer, 'idempotency-key': crypto.randomUUID() },
    )
    check(order.statut === 'EN_ATTENTE', 'the order waits for its payment', order)
    check((await available()) === before - QUANTITY, `${QUANTITY} units are reserved`)

    tell.step('A payment link; the customer pays by card on the page')
    const amount = `${Math.floor(total / 100)}.${String(total % 100).padStart(2, '0')}`
    const link = await call<{ paymentUrl: string }>(
      201,
      'POST',
      '/api/publique/interface-paiement',
      {
        orderId: order.ordreId,
        amount,
        customerEmail: email,
        returnUrl: 'https://boutique.example.org/retour',
      },
      bearer,
    )
    await payOnPage(server, tell, link.paymentUrl)
    type Status = { transactionId: number; authorizationId: string; status: string }
    const statusPath = `/api/publique/transaction-status?orderId=${order.ordreId}`
    const pending = await call<Status>(200, 'GET', statusPath)
    check(pending.status === 'en_attente', 'the transaction waits to be processed', pending)
    await options.onPaid?.()

    tell.step('The payment is processed ten seconds later')
    const paid = await eventually<Status>(
      'the transaction is processed',
      'GET',
      statusPath,
      ({ status }) => status !== 'en_attente',
    )
    check(paid.status === 'accepte', 'the transaction is accepted', paid)

    tell.step('The shop confirms the order')
    const confirmation = {
      transactionId: String(paid.transactionId),
      authorizationId: paid.authorizationId,
      amount,
    }
    const confirmPath = `/api/commandes/${order.ordreId}/confirmer-paiement`
    const confirmed = await call(200, 'POST', confirmPath, confirmation)
    const again = await call(200, 'POST', confirmPath, confirmation)
    check(
      JSON.stringify(again) === JSON.stringify(confirmed),
      'the same confirmation again gives the same answer',
    )

    tell.step('Logistics writes the delivery slip and takes the goods')
    type Slip = { ordreId: string; articles: { quantite: number; manquant: number }[] }
    const slipsPath = '/api/publique/bordereau'
    const slips = await waitForSlips<Slip>(server, slipsPath, order.ordreId)
    tell.call('GET', slipsPath, undefined, { status: 200, body: slips, text: '', headers: new Headers() })
    check(slips.length === 1, 'one slip is written for the order', slips)
    check(
      slips[0]!.articles.every(article => article.manquant === 0),
      'nothing is missing on it',
    )
    check((await available()) === before - QUANTITY, 'the stock went down by what was ordered')

    tell.step('The order is delivered; points are given')
    await call(200, 'PATCH', `/api/commandes/${order.ordreId}/statut`, {
      nouveauStatut: 'LIVREE',
      trackingNumber: 'DEMO-1',
    })
    const points = Math.floor(total / 100)
    await eventually<{ pointsFidelite: number }>(
      `the customer has ${points} points, one for each euro`,
      'GET',
      '/api/auth/me',
      me => me.pointsFidelite === points,
      undefined,
      bearer,
    )

    tell.step('The purchase history shows it')
    type Row = { articleId: string; quantity: number }
    const history = await eventually<{ data: Row[]; meta: { total: number } }>(
      'the purchase is in the history, once',
      'GET',
      `/api/publique/client-buy-history/${account.clientId}`,
      ({ meta }) => meta.total === 1,
      undefined,
      bearer,
    )
    check(
      history.data[0]!.articleId === String(product.id),
      'it is the product that was ordered',
      history.data,
    )
    const read = await call(200, 'GET', `/api/commandes/${order.ordreId}`, undefined, bearer)
    check(read.statut === 'LIVREE', 'the order is delivered', read.statut)
  } finally {
    await server.call('DELETE', `/api/publique/data/${promotion.id}`)
  }
}

async function firstWord(server: Server): Promise<string> {
  const { body } = await server.call<{ data: { nom: string }[] }>('GET', '/api/products?limit=1')
  const word = body.data[0]?.nom.split(/[^\p{L}\p{N}]+/u).find(part => part.length > 3)
  if (!word)
    throw new JourneyError(
      'The shop has no products: import some, or load the sample shop with comptoir seed',
    )
  return word
}

async function waitForSlips<Slip extends { ordreId: string }>(
  server: Server,
  path: string,
  ordreId: string,
): Promise<Slip[]> {
  const end = performance.now() + PATIENCE_MS
  for (;;) {
    const { body } = await server.call<Slip[]>('GET', path)
    const slips = body.filter(slip => slip.ordreId === ordreId)
    if (slips.length > 0) return slips
    if (performance.now() > end) throw new JourneyError(`No delivery slip within ${PATIENCE_MS / 1000} s`)
    await sleep(200)
  }
}

/** Does what a browser does with the page: reads its form and sends it. */
async function payOnPage(server: Server, tell: Teller, url: string) {
  const page = await server.call('GET', url)
  tell.call('GET', '(the payment page)', undefined, {
    ...page,
    body: `${page.text.length} characters of HTML`,
  })
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1]
  if (page.status !== 200 || !csrf) throw new JourneyError('The payment page shows no form')
  const form = new URLSearchParams({
    csrf,
    cardNumber: CARD,
    expirationDate: '12/39',
    cvc: '123',
    cardHolderName: 'Camille Martin',
  })
  const answer = await server.call('POST', url, { body: form })
  tell.call(
    'POST',
    '(the payment page)',
    { cardNumber: '4242…', expirationDate: '12/39' },
    { ...answer, body: `see ${answer.headers.get('location') ?? 'the page'}` },
  )
  if (answer.status >= 400) throw new JourneyError(`The payment page refused the card: ${answer.status}`)
}
