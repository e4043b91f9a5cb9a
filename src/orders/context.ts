import { createSemaphore } from '../platform/concurrency/semaphore.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Announcement } from '../platform/events/outbox.ts'
import type { SignedLinks } from '../platform/http/signed-links.ts'
import type { Counter } from '../platform/limits/limits.ts'
import type { OrdersPlatform } from './peers.ts'
import type { PromotionCache } from './promotion-copy/promotion-cache.ts'
import type { NewOrder } from './store/orders.ts'
import type { FoundCode, Order } from './tables.ts'

/** The platform and the objects created once per process. */
export type Context = OrdersPlatform & {
  promotions: PromotionCache
  /** Returns the promotion codes with these keys. */
  findCodes(keys: readonly string[]): Promise<FoundCode[]>
  /** Counts the unknown promotion codes that an address without a key names. */
  unknownCodes: Counter
  /** Counts the mails with a link to an order that anyone can request. */
  linkMails: Counter
  /** Verifies the signed links in mails about an order. */
  links: SignedLinks
  insertOrder: InsertOrder
  confirmOrder: ConfirmOrder
}

/**
 * Inserts an order and its events, and calls `finish`, in one transaction. Resolves to false, inserting nothing, if the
 * promotions have changed. Throws 429 if the order's network has reached its limit of unpaid orders, 422 if no use of a
 * code is left.
 */
export type InsertOrder = (
  placed: NewOrder & {
    events: readonly Announcement[]
    /** The identifiers of a customer whose uses of a code are limited. */
    clientIds: readonly string[]
    finish: (tx: Tx) => Promise<unknown>
  },
) => Promise<boolean>

/** An order with the transaction that pays it, and the means: type, then brand of the card or else provider. */
export type PaidOrder = Order & { moyenPaiement: string }

/**
 * Confirms an order with its transaction. Resolves to false if the order has been confirmed or cancelled, its
 * recipient corrected, or another payment of it begun since it was read.
 */
export type ConfirmOrder = (paid: PaidOrder) => Promise<boolean>

/** Each group of routes has its own semaphore: a slow area that one group calls must not block the other groups. */
export const createRouteSemaphore = ({ config }: OrdersPlatform) =>
  createSemaphore(2 * config.databasePoolSize)
