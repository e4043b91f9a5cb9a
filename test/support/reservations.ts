import type { Reservation } from '../../src/logistics/reservation-schemas.ts'
import type { Slip } from '../../src/logistics/slips/schemas.ts'
import type { StoreQuantity } from '../../src/logistics/stock-schemas.ts'
import { recordCounts } from '../../src/logistics/stocks/change-stock.ts'
import { orderToPrepare } from '../../src/orders/contract.ts'
import { eventually } from './eventually.ts'
import type { TestPlatform } from './platform.ts'

export const RESERVATIONS = '/logistics/api/v1/privee/reservations'

type Wanted = { id: string; quantite: number }

/** Returns articles of a reservation. */
export const wants = (...articles: [productId: number | string, quantite: number][]): Wanted[] =>
  articles.map(([id, quantite]) => ({ id: String(id), quantite }))

/** Returns the message by which orders announces a paid order. */
export const messageOf = (ordreId: string, articles: Wanted[]) => ({
  ordreId,
  clientId: 'CLI_0000ABCD',
  articles: articles.map(article => ({ ...article, nom: `Produit ${article.id}` })),
  adresseLivraison: { ville: 'Lille' },
  timestamp: '2026-01-01T00:00:00.000Z',
})

export const linesOf = ({ articles }: Slip) =>
  articles.map(({ id, quantite, storeId, manquant }) => [Number(id), quantite, storeId, manquant])

/** `shopOf` returns the platform of a test file, which is opened before its tests. */
export function createReservationActions(shopOf: () => TestPlatform) {
  let products = 0
  const minutes = (count: number) =>
    shopOf()
      .platform.clock.after(count * 60_000)
      .toISOString()
  const slipsOf = async (ordreId: string) =>
    (await shopOf().call<Slip[]>('GET', `/api/publique/bordereau?ordreId=${ordreId}`)).body

  return {
    minutes,
    slipsOf,

    /** Stocks a new product with these quantities in store 1, store 2 and so on; returns its id. */
    async product(...quantities: number[]) {
      products += 1
      const productId = products
      const counts = quantities.map((quantite, i) => ({ productId, storeId: i + 1, quantite }))
      const { platform } = shopOf()
      await platform.db.transaction(tx => recordCounts(tx, counts, platform))
      return productId
    },

    reserve: (ordreId: string, articles: object[], expireLe = minutes(30), at = shopOf()) =>
      at.call<Reservation>('POST', RESERVATIONS, { ordreId, articles, expireLe }),
    change: (ordreId: string, body: object) =>
      shopOf().call<Reservation>('PATCH', `${RESERVATIONS}/${ordreId}`, body),
    release: (ordreId: string) => shopOf().call('DELETE', `${RESERVATIONS}/${ordreId}`),

    /** Returns the quantities for sale in store 1, store 2 and so on. */
    free: async (productId: number, at = shopOf()) =>
      (await at.call<StoreQuantity[]>('GET', `/api/publique/reserve/${productId}`)).body.map(
        ({ quantity }) => quantity,
      ),

    /** Announces the order as the orders area does, and waits for its slip. */
    async prepare(ordreId: string, articles: Wanted[]) {
      const { db, outbox } = shopOf().platform
      await db.transaction(tx => outbox.publish(tx, orderToPrepare, messageOf(ordreId, articles)))
      return eventually(`order ${ordreId} has a slip`, async () => (await slipsOf(ordreId))[0])
    },
  }
}
