import { createSemaphore } from '../platform/concurrency/semaphore.ts'
import type { Tx } from '../platform/database/database.ts'
import type { Announcement } from '../platform/events/outbox.ts'
import type { SignedLinks } from '../platform/http/signed-links.ts'
import type { OrdersPlatform } from './peers.ts'
import type { PromotionCache } from './promotion-copy/promotion-cache.ts'
import type { NewOrder } from './store/orders.ts'
import type { Order } from './tables.ts'

/** The platform and the objects created once per process. */
export type Context = OrdersPlatform & {
  promotions: PromotionCache
  /** The links of mails about an order. */
  links: SignedLinks
  insertOrder: InsertOrder
  confirmOrder: ConfirmOrder
}

/** Called with `finish` in the order's transaction. False when the promotions have changed. */
export type InsertOrder = (
  placed: NewOrder & { events: readonly Announcement[]; finish: (tx: Tx) => Promise<unknown> },
) => Promise<boolean>

/** Confirms an order with its transaction. False when it was confirmed or cancelled, or another payment has begun. */
export type ConfirmOrder = (paid: Order) => Promise<boolean>

/** One semaphore per group of routes: they call different areas, and a slow area must not block the others. */
export const createRouteSemaphore = ({ config }: OrdersPlatform) =>
  createSemaphore(2 * config.databasePoolSize)
