import type { Clock } from '../../src/platform/clock.ts'
import { createAfterSaleActions, openQuickShop } from './after-sale.ts'
import { openPlatform, type TestPlatform } from './platform.ts'
import { createShopActions } from './shopping.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR

/** A clock in real time that a test moves forward. */
export function createMovableClock(): Clock & { advance(ms: number): void } {
  let ahead = 0
  const now = () => Date.now() + ahead
  return {
    multiplier: 1,
    now: () => new Date(now()),
    toReal: at => new Date(at.getTime() - ahead),
    real: (afterMs = 0) => new Date(Date.now() + afterMs),
    after: ms => new Date(now() + ms),
    advance(ms) {
      ahead += ms
    },
  }
}

export type Received = { recuLe: string; ordreId: string; articles: object[] | null; code?: string }
export type Withdrawal = {
  id: number
  ordreId: string
  nom: string
  courriel: string
  statut: string
  motif: string | null
  articles: object[] | null
  recuLe: string
  aRembourserAvant: string
  commandeConnue?: false
  code?: string
}
type Article = { id: string | number; quantite: number }

/** Opens a quick shop whose clock can be moved. */
export async function openWithdrawalShop(settings: Record<string, string> = {}) {
  const clock = createMovableClock()
  const quick = { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0', ...settings }
  return { clock, shop: await openPlatform({ clock, settings: quick }) }
}
export { openQuickShop }

/** The address of the orders that these actions place. */
export const EMAIL = 'ada@example.org'

/** Returns functions that place orders, withdraw from them and read the effects. */
export function createWithdrawalActions(shop: TestPlatform, headers: Record<string, string> = {}) {
  const after = createAfterSaleActions(shop, headers)
  const { product, placed } = createShopActions(shop, headers['x-api-key'])
  const clientInfo = { prenom: 'Ada', email: EMAIL }

  const declare = (body: object, given?: Record<string, string>) =>
    shop.call<{ jeton: string; expireLe: string; code?: string; message?: string }>(
      'POST',
      '/api/v1/publique/retractations',
      { nom: 'Ada Lovelace', courriel: EMAIL, ...body },
      given,
    )
  const confirm = (jeton: string) =>
    shop.call<Received>('POST', `/api/v1/publique/retractations/${jeton}/confirmations`)
  const list = async (query = '') =>
    (
      await shop.call<{ data: Withdrawal[]; total: number }>(
        'GET',
        `/api/v1/privee/retractations?limit=100${query}`,
        undefined,
        headers,
      )
    ).body
  const ofOrder = async (ordreId: string) => (await list()).data.filter(each => each.ordreId === ordreId)

  return {
    ...{ after, product, declare, confirm, list, ofOrder },

    /** Creates an unpaid order of units at €10. */
    async unpaid(quantite = 2) {
      const { id } = await product()
      const { ordreId } = await placed([{ id, quantite, prixUnitaireCents: 1_000 }], { clientInfo })
      return { id, ordreId }
    },

    /** Creates a paid order of units at €10 of one product, in this status. */
    async ordered(quantite = 2, statut?: string, fields: object = {}) {
      const { id, ean } = await product(fields)
      const articles = [{ id, quantite, prixUnitaireCents: 1_000 }]
      const { ordreId, transactionId } = await after.paidOrder(articles, { clientInfo })
      if (statut) await after.move(ordreId, statut)
      return { id, ean, ordreId, transactionId }
    },

    /** Declares and confirms a withdrawal, and returns it as staff see it. */
    async withdraw(ordreId: string, articles?: Article[], more: object = {}): Promise<Withdrawal> {
      const { body } = await declare({ ordreId, articles, ...more })
      const { status, body: received } = await confirm(body.jeton)
      if (status !== 200) throw new Error(`${status} ${JSON.stringify(received)}`)
      return (await ofOrder(ordreId)).at(-1) as Withdrawal
    },

    decide: (id: number | string, body: object, given = headers) =>
      shop.call<Withdrawal & { message?: string }>(
        'PATCH',
        `/api/v1/privee/retractations/${id}`,
        body,
        given,
      ),

    giveBack: (ordreId: string, articles: Article[], more: object = {}) =>
      shop.call<{ montant: number; code?: string; message?: string }>(
        'POST',
        '/api/v1/privee/retours',
        { ordreId, articles, ...more },
        headers,
      ),
  }
}
