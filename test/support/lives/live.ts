import type { TestPlatform } from '../platform.ts'
import type { Random } from '../seeded-random.ts'
import { CARDS, createShopActions } from '../shopping.ts'

/** The products of the shop, of which `untracked` has no stock, and its promotion codes. */
export type Goods = {
  products: { id: number; prixDeVenteCents: number }[]
  untracked: number
  codes: string[]
}

const PLACES = ['EN_ATTENTE', 'EN_PREPARATION', 'EXPEDIEE', 'LIVREE', 'ANNULEE']

/** The expected statuses of a call: all others are defects of the platform. */
const FINE = new Set([200, 201, 402, 409, 422])

export type Life = { ordreId: string; client: { id: number; idClient: string }; calls: string[] }

/** Runs one order from its basket through 14 steps, most in the usual order; undefined if the order is refused. */
export async function runLife(
  shop: TestPlatform,
  goods: Goods,
  client: Life['client'],
  random: Random,
): Promise<Life | undefined> {
  const { pay } = createShopActions(shop)
  const calls: string[] = []

  async function call<Body>(method: 'GET' | 'POST' | 'PATCH', url: string, body?: unknown) {
    const answer = await shop.call<Body & { message?: string }>(method, url, body)
    calls.push(`${method} ${url} ${JSON.stringify(body) ?? ''} ${answer.status}`)
    if (!FINE.has(answer.status)) throw new Error(`${answer.body?.message}\n${calls.join('\n')}`)
    return answer
  }

  const chosen = goods.products.filter(() => random.next() < 0.4).slice(0, 4)
  const articles = (chosen.length > 0 ? chosen : goods.products.slice(0, 1)).map(
    ({ id, prixDeVenteCents }) => ({
      ...{ id, quantite: 1 + random.below(3), prixUnitaireCents: prixDeVenteCents },
    }),
  )
  const codes = goods.codes.filter(() => random.next() < 0.4)
  const basket = await call<{ totalApresPromo: number }>('POST', '/api/publique/promotions/calculer-panier', {
    ...{ idClient: client.idClient, articles, codes },
  })
  const montantTotalCents = basket.body.totalApresPromo
  const placed = await call<{ ordreId: string }>(
    'POST',
    '/api/commandes',
    createShopActions(shop).order(articles, { clientId: client.idClient, montantTotalCents, codes }),
  )
  if (placed.status !== 201) return undefined
  const { ordreId } = placed.body
  let transactionId: number | undefined
  let authorizationId: string | undefined

  const steps: Record<string, () => Promise<unknown>> = {
    async pay() {
      if (montantTotalCents === 0) return
      const card = random.next() < 0.8 ? CARDS.accepted : CARDS.refused
      const paid = await pay(ordreId, montantTotalCents / 100, card).catch(error => {
        // A refused payment is expected; any other error is a defect.
        if (!/^(409|422) /.test(String(error.message))) throw error
        return undefined
      })
      calls.push(`pay ${card} ${paid ? paid.response.transactionId : 'refused'}`)
      if (paid) ({ transactionId, authorizationId } = paid.response)
    },
    async confirm() {
      if (transactionId === undefined) return
      await call('POST', `/api/commandes/${ordreId}/confirmer-paiement`, {
        ...{
          transactionId: String(transactionId),
          authorizationId,
          amount: (montantTotalCents / 100).toFixed(2),
        },
      })
    },
    async refund() {
      if (transactionId === undefined) return
      const cents = random.next() < 0.3 ? undefined : 1 + random.below(Math.ceil(montantTotalCents * 0.7))
      await call('POST', '/api/publique/paiement/refund', {
        ...{ transactionId, ...(cents !== undefined && { montant: cents / 100 }) },
      })
    },
    cancel: () => call('POST', `/api/v1/publique/commandes/${ordreId}/annulation`),
    prepare: () => move('EN_PREPARATION'),
    send: () => move('EXPEDIEE'),
    deliver: () => move('LIVREE'),
    withdraw: () => move('ANNULEE'),
    /** Moves a dispatched or delivered order back by one status, as staff do after a mistake. */
    async takeBack() {
      const { body } = await call<{ statut: string }>('GET', `/api/commandes/${ordreId}`)
      const before = PLACES[PLACES.indexOf(body.statut) - 1]
      if (before === 'EN_PREPARATION' || before === 'EXPEDIEE')
        await call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut: before })
    },
    async slip() {
      const { body } = await call<{ id: number }[]>('GET', `/api/publique/bordereau?ordreId=${ordreId}`)
      if (body.length === 0) return
      const statut = random.pick(['prepare', 'expedie', 'expedie', 'livre', 'livre'])
      const trackingNumber = statut === 'expedie' ? { trackingNumber: `COL-${random.below(1_000_000)}` } : {}
      await call('PATCH', `/api/v1/privee/bordereaux/${random.pick(body).id}`, { statut, ...trackingNumber })
    },
    async returnGoods() {
      const some = articles.filter(() => random.next() < 0.6)
      if (some.length === 0) return
      await call('POST', '/api/v1/privee/retours', {
        ordreId,
        articles: some.map(({ id, quantite }) => ({ id, quantite: 1 + random.below(quantite) })),
        remisEnStock: random.next() < 0.5,
      })
    },
  }

  /** Moves the order only forward, as the console does. */
  async function move(nouveauStatut: string) {
    const { body } = await call<{ statut: string }>('GET', `/api/commandes/${ordreId}`)
    if (PLACES.indexOf(body.statut) < PLACES.indexOf(nouveauStatut))
      await call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut })
  }

  const usual = ['pay', 'confirm', 'slip', 'slip', 'slip', 'deliver', 'returnGoods', 'refund']
  const names = Object.keys(steps)
  for (let i = 0, at = 0; i < 14; i++) {
    const name = random.next() < 0.65 ? usual[at++ % usual.length] : random.pick(names)
    await steps[name ?? 'pay']?.()
  }
  return { ordreId, client, calls }
}
