import { sql } from '../../src/platform/database/sql.ts'
import { eventually } from './eventually.ts'
import { openPlatform, type TestPlatform } from './platform.ts'
import { createShopActions } from './shopping.ts'

export type Client = { id: number; idClient: string; pointsFidelite: number }
export type OrderView = {
  statut: string
  transactionId: string | null
  paiement: { statut: string; payeCents: number; rembourseCents: number }
}

/** Opens a platform where payments complete and are confirmed without delay. */
export const openQuickShop = (settings: Record<string, string> = {}) =>
  openPlatform({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0', ...settings } })

let customers = 0

/** Returns functions that create, refund and move orders, and functions that read the effects. */
export function createAfterSaleActions(shop: TestPlatform, headers: Record<string, string> = {}) {
  const { placed, pay } = createShopActions(shop, headers['x-api-key'])

  const read = async (ordreId: string) =>
    (await shop.call<OrderView>('GET', `/api/commandes/${ordreId}`, undefined, headers)).body

  return {
    read,
    payment: async (ordreId: string) => (await read(ordreId)).paiement,

    customer: async () =>
      (
        await shop.call<Client>(
          'POST',
          '/api/publique/clients',
          { nom: 'Lovelace', prenom: 'Ada', adresseMail: `after-sale-${++customers}@example.org` },
          headers,
        )
      ).body,

    /** Creates a paid and confirmed order of these articles. */
    async paidOrder(articles: Parameters<typeof placed>[0], more: object = {}) {
      const { ordreId, montantTotalCents } = await placed(articles, more)
      const { transactionId } = (await pay(ordreId, montantTotalCents / 100)).response
      await eventually('the order is confirmed', async () => (await read(ordreId)).transactionId !== null)
      return { ordreId, transactionId }
    },

    refund: (transactionId: number, montant?: number) =>
      shop.call('POST', '/api/publique/paiement/refund', { transactionId, montant }, headers),

    move: (ordreId: string, nouveauStatut: string) =>
      shop.call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut }, headers),

    /** Waits until every event has been consumed. */
    untilDrained: () =>
      eventually(
        'all events are consumed',
        async () => (await shop.platform.db.rows(sql`select from platform.outbox`)).length === 0,
      ),

    points: async ({ id }: Client) =>
      (await shop.call<Client>('GET', `/api/publique/clients/${id}`, undefined, headers)).body.pointsFidelite,

    history: async ({ id }: Client) =>
      (
        await shop.call<{ data: { quantity: number; unitPrice: number }[] }>(
          'GET',
          `/api/publique/client-buy-history/${id}`,
          undefined,
          headers,
        )
      ).body.data,
  }
}
