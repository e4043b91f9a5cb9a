import type { TestPlatform } from '../../test/support/platform.ts'
import type { Random } from '../../test/support/seeded-random.ts'
import { CARDS } from '../../test/support/shopping.ts'
import { createPeople, type Person } from './people.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Sales from Sunday to Saturday, and by the hour of the day, relative to the average. */
const OF_WEEKDAY = [1.15, 0.85, 0.8, 1.05, 0.9, 1.1, 1.4]
const OF_HOUR = [...[0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 6, 6, 7, 6, 5, 5, 5, 6], ...[8, 9, 9, 8, 5, 2]]

type Product = {
  id: number
  nom: string
  prixDeVenteCents: number
  categories: string
  statutProduit: string
}
type Store = { id: number; nom: string }
type Buyer = Person & { clientId: string; hasBought: boolean }
type Step = { at: number; run(): Promise<unknown> }
type Slip = { id: number; statut: string; retrait: boolean }
type Line = { id: number; quantite: number; prixUnitaireCents: number }

export type Scene = {
  shop: TestPlatform
  random: Random
  set(at: number): void
  /** Waits until all events and due jobs are done. */
  settle(): Promise<void>
  /** Midnights of the days in Paris, the last of which is the day of the first start. */
  days: number[]
  /** The time at which the recording ends. */
  end: number
  orders: number
}

/** Plays the orders of all days through the routes of the shop, in the order of time. */
export async function playOrders({ shop, random, set, settle, days, end, orders }: Scene) {
  const steps: Step[] = []
  const schedule = (at: number, run: Step['run']) => {
    if (at <= end) steps.push({ at, run })
  }

  async function ask<Body>(
    method: 'GET' | 'POST' | 'PATCH',
    path: string,
    body?: unknown,
    fine: readonly number[] = [],
  ): Promise<Body> {
    const answer = await shop.call<Body>(method, path, body)
    if (answer.status >= 300 && !fine.includes(answer.status))
      throw new Error(
        `${method} ${path} ${JSON.stringify(body)}: ${answer.status} ${JSON.stringify(answer.body)}`,
      )
    return answer.body
  }

  const products = (await ask<Product[]>('GET', '/api/publique/produits')).filter(
    ({ statutProduit }) => statutProduit === 'actif',
  )
  const stores = (await ask<Store[]>('GET', '/api/publique/magasins')).filter(
    ({ nom }) => !/Annecy/.test(nom),
  )
  async function readStocks() {
    const rows: { productId: number; storeId: number; quantity: number }[] = []
    for (let page = 1; ; page++) {
      const { data } = await ask<{ data: typeof rows }>('GET', `/api/v1/privee/stocks?limit=100&page=${page}`)
      rows.push(...data)
      if (data.length < 100) return rows
    }
  }
  const seeded = await readStocks()

  /** A delivery by the warehouse: each store has again as many units as at first. */
  async function restock() {
    const now = new Map((await readStocks()).map(row => [`${row.productId} ${row.storeId}`, row.quantity]))
    for (const { productId, storeId, quantity } of seeded) {
      const difference = quantity - (now.get(`${productId} ${storeId}`) ?? 0)
      if (difference > 0) await ask('PATCH', `/api/v1/privee/stocks/${storeId}/${productId}`, { difference })
    }
  }

  const buyers = await createBuyers()
  async function createBuyers(): Promise<Buyer[]> {
    const sample = await ask<{
      data: { idClient: string; prenom: string; nom: string; adresseMail: string; telephone: string | null }[]
    }>('GET', '/api/publique/clients?limit=100')
    const made: Buyer[] = []
    for (const [i, person] of createPeople(random).entries()) {
      // A third buys as guests.
      const isGuest = i % 3 === 2
      const client = isGuest
        ? undefined
        : await ask<{ idClient: string }>('POST', '/api/publique/clients', {
            ...{
              prenom: person.prenom,
              nom: person.nom,
              adresseMail: person.email,
              telephone: person.telephone,
            },
            ...{ adresse: `${person.rue}, ${person.codePostal} ${person.ville}` },
          })
      made.push({ ...person, clientId: client?.idClient ?? `INVITE_${person.email}`, hasBought: false })
    }
    const first = sample.data.map(({ idClient, prenom, nom, adresseMail, telephone }, i) => ({
      ...made[i]!,
      ...{
        prenom,
        nom,
        email: adresseMail,
        telephone: telephone ?? '01 99 00 40 12',
        clientId: idClient,
        weight: 4,
      },
    }))
    return [...made, ...first]
  }

  function weighted<T>(list: readonly T[], weightOf: (item: T, i: number) => number): T {
    let left = random.next() * list.reduce((sum, item, i) => sum + weightOf(item, i), 0)
    for (const [i, item] of list.entries()) {
      left -= weightOf(item, i)
      if (left < 0) return item
    }
    return list[0]!
  }
  const cheap = ({ prixDeVenteCents }: Product) => 1 / Math.sqrt(prixDeVenteCents / 1000 + 1)
  const storeWeights = [5, 4, 8, 3, 4, 2, 3]

  function pickLines(): Line[] {
    const count = 1 + [0, 0, 0, 1, 1, 2][random.below(6)]!
    const chosen = new Set(Array.from({ length: count }, () => weighted(products, cheap)))
    return [...chosen].map(({ id, prixDeVenteCents }) => ({
      ...{ id, quantite: prixDeVenteCents < 4_000 && random.below(4) === 0 ? 2 : 1 },
      prixUnitaireCents: prixDeVenteCents,
    }))
  }

  /** The next opening of the stores at least `after` milliseconds later. */
  function opening(at: number, after: number) {
    const time = new Date(at + after)
    const hour = Number(
      new Intl.DateTimeFormat('fr-FR', { timeZone: 'Europe/Paris', hour: 'numeric', hourCycle: 'h23' })
        .format(time)
        .slice(0, 2),
    )
    const wait = hour < 10 ? 10 - hour : hour >= 19 ? 34 - hour : 0
    return time.getTime() + wait * HOUR + random.below(40) * MINUTE
  }

  const slipsOf = (ordreId: string) => ask<Slip[]>('GET', `/api/publique/bordereau?ordreId=${ordreId}`)
  async function move(ordreId: string, statut: string, isNow: (slip: Slip) => boolean) {
    for (const slip of (await slipsOf(ordreId)).filter(isNow)) {
      const trackingNumber =
        statut === 'expedie' && !slip.retrait
          ? { trackingNumber: `FR${10_000_000 + random.below(90_000_000)}` }
          : {}
      await ask('PATCH', `/api/v1/privee/bordereaux/${slip.id}`, { statut, ...trackingNumber })
    }
  }

  /** Places an order, or another one if the goods are not in the store. */
  async function placeOrder(at: number, choice: { isUnpaid?: boolean } = {}) {
    for (let tries = 0; tries < 8; tries++) if (await tryOrder(at, choice)) return
  }

  async function tryOrder(at: number, { isUnpaid = false }: { isUnpaid?: boolean }) {
    const buyer = weighted(buyers, ({ weight }) => weight)
    const { prenom, nom, email, telephone, rue, codePostal, ville, clientId } = buyer
    const articles = pickLines()
    const isCollected = random.below(10) < 3
    const magasinId = isCollected ? weighted(stores, (_, i) => storeWeights[i] ?? 1).id : null
    const code = isCollected
      ? 'retrait-magasin'
      : random.pick(['colis-domicile', 'colis-domicile', 'express', 'point-relais'])
    const codes =
      !buyer.hasBought && random.below(3) === 0
        ? ['BIENVENUE']
        : random.below(9) === 0
          ? ['LIVRAISON-OFFERTE']
          : []
    const adresseLivraison = { prenom, nom, rue, codePostal, ville, pays: 'FR' }
    type Basket = {
      totalCents: number
      livraison?: object | null
      codes?: { code: string; statut: string }[]
    }
    const price = (named: string[]) =>
      ask<Basket>('POST', '/api/v1/publique/paniers', {
        ...{ idClient: clientId, articles, codes: named, livraison: { code } },
        adresseLivraison: { pays: 'FR', codePostal },
        ...(magasinId && { magasinId }),
      })
    const first = await price(codes)
    const applied = (first.codes ?? []).flatMap(({ code: name, statut }) =>
      statut === 'applique' ? [name] : [],
    )
    const { totalCents, livraison } = applied.length === codes.length ? first : await price(applied)
    if (!livraison) return false
    const placed = await ask<{ ordreId?: string }>(
      'POST',
      '/api/commandes',
      {
        ...{ clientId, articles, montantTotalCents: totalCents, codes: applied, adresseLivraison },
        clientInfo: { prenom, nom, email, telephone },
        livraison: {
          ...{ code, magasinId },
          ...(code === 'point-relais' && {
            pointRelais: {
              id: `R${codePostal}`,
              nom: 'Tabac de la Poste',
              adresse: `2 place de la Mairie, ${codePostal} ${ville}`,
            },
          }),
        },
      },
      [409],
    )
    if (!placed.ordreId) return false
    buyer.hasBought = true
    const sale = { at, ordreId: placed.ordreId, totalCents, buyer, isCollected, articles, magasinId }
    if (!isUnpaid) schedule(at + (1 + random.below(4)) * MINUTE, () => pay(sale))
    return true
  }

  type Sale = {
    at: number
    ordreId: string
    totalCents: number
    buyer: Buyer
    isCollected: boolean
    articles: Line[]
    magasinId: number | null
  }

  async function pay(sale: Sale) {
    const { at, ordreId, totalCents, buyer, isCollected, magasinId } = sale
    const { clientId, prenom, nom, email } = buyer
    const montant = totalCents / 100
    const byCard = (cardNumber: string) =>
      ask<{ response: { transactionId: number } }>('POST', '/api/private/create_paiement', {
        ...{ montant, devise: 'EUR', orderId: ordreId, returnUrl: null },
        client: { id: clientId, nom, email },
        moyenPaiement: {
          type: 'carte_bancaire',
          cb: { cardNumber, expirationDate: '12/31', cardHolderName: `${prenom} ${nom}` },
        },
      })
    if (random.below(18) === 0) {
      // A refused card; most try another one, the others give up.
      await byCard(CARDS.refused)
      if (random.below(3) === 0) return schedule(at + 50 * MINUTE, () => cancel(ordreId, { siImpayee: true }))
      await settle()
    }
    if (isCollected && random.below(4) === 0)
      await ask('POST', '/api/publique/paiement/create-cash-payment', {
        clientId,
        montant,
        orderId: ordreId,
        magasinId,
      })
    else await byCard(random.pick([CARDS.accepted, '5555555555554444']))
    const fate = random.below(100)
    if (fate < 4) return schedule(at + 25 * MINUTE, () => cancel(ordreId))
    const prepared = opening(at, HOUR * (1 + random.below(5)))
    schedule(prepared, () =>
      move(ordreId, 'prepare', ({ statut }) => ['a_preparer', 'incomplet'].includes(statut)),
    )
    const sent = isCollected ? prepared : opening(prepared, HOUR)
    if (!isCollected) schedule(sent, () => move(ordreId, 'expedie', ({ statut }) => statut === 'prepare'))
    const done = opening(sent, (isCollected ? 5 * HOUR : DAY) + random.below(40) * HOUR)
    schedule(done, async () => {
      // A collected order leaves the store and reaches the customer at once.
      await move(ordreId, 'expedie', ({ statut, retrait }) => retrait && statut === 'prepare')
      await move(ordreId, 'livre', ({ statut }) => statut === 'expedie')
    })
    if (fate < 11) schedule(opening(done, (2 + random.below(8)) * DAY), () => bringBack(sale))
    else if (fate < 14) schedule(opening(done, (1 + random.below(4)) * DAY), () => refundPart(sale))
  }

  const cancel = (ordreId: string, body?: object) =>
    ask('POST', `/api/v1/publique/commandes/${ordreId}/annulation`, body, [409])

  const bringBack = ({ ordreId, articles }: Sale) =>
    ask('POST', '/api/v1/privee/retours', {
      ...{ ordreId, remisEnStock: random.below(3) > 0 },
      articles: articles.slice(0, 1).map(({ id }) => ({ id, quantite: 1 })),
      motif: random.pick(['Ne convient pas', 'Article défectueux', 'Erreur de modèle', 'Cadeau en double']),
    })

  async function refundPart({ ordreId, totalCents }: Sale) {
    const { transactionId } = await ask<{ transactionId: string }>('GET', `/api/commandes/${ordreId}`)
    await ask('POST', '/api/publique/paiement/refund', {
      ...{ transactionId: Number(transactionId), montant: Math.ceil(totalCents / 1_000) },
      motif: 'Geste commercial',
    })
  }

  const last = days.at(-1)!
  const total = days.reduce((sum, day) => sum + OF_WEEKDAY[new Date(day + 12 * HOUR).getUTCDay()]!, 0)
  const hours = OF_HOUR.reduce((sum, share) => sum + share, 0)
  for (const [i, day] of days.entries()) {
    // Sales grow a little.
    const weight = OF_WEEKDAY[new Date(day + 12 * HOUR).getUTCDay()]! * (0.85 + (0.3 * i) / days.length)
    for (const [hour, share] of OF_HOUR.entries()) {
      const expected = (orders * weight * share) / (total * hours)
      const count = Math.floor(expected) + (random.next() < expected % 1 ? 1 : 0)
      for (let n = 0; n < count; n++) {
        const at = day + hour * HOUR + random.below(3_600) * 1_000
        schedule(at, () => placeOrder(at))
      }
    }
    if (i % 3 === 0 || day === last) schedule(day + 6 * HOUR, restock)
    schedule(day + 5 * HOUR, () => shop.runSchedule('logistics.sweep'))
  }
  for (const minutes of [500, 440, 380, 330, 250, 190, 130, 70, 40])
    schedule(end - minutes * MINUTE, () => placeOrder(end - minutes * MINUTE))
  schedule(end - 12 * MINUTE, () => placeOrder(end - 12 * MINUTE, { isUnpaid: true }))

  let done = 0
  while (steps.length > 0) {
    steps.sort((a, b) => a.at - b.at)
    const step = steps.shift()!
    set(step.at)
    await step.run()
    await settle()
    if (++done % 200 === 0) console.log(`${done} steps, ${new Date(step.at).toISOString()}`)
  }
  set(end)
  await shop.runSchedule('logistics.sweep')
  await settle()
}
