import { createStored } from './stored.ts'

/**
 * An order placed in this browser, or opened by a mailed link with its token: a guest has no other list of orders.
 */
export type KnownOrder = { ordreId: string; createdAt: string; totalCents: number; jeton?: string }

const MOST = 20

const isKnown = (value: unknown): value is KnownOrder =>
  typeof value === 'object' &&
  value !== null &&
  'ordreId' in value &&
  typeof value.ordreId === 'string' &&
  'createdAt' in value &&
  typeof value.createdAt === 'string' &&
  'totalCents' in value &&
  typeof value.totalCents === 'number'

export const knownOrders = createStored<KnownOrder[]>('orders', [], kept =>
  Array.isArray(kept) ? kept.filter(isKnown).slice(0, MOST) : [],
)

export function rememberOrder({ ordreId, createdAt, totalCents, jeton }: KnownOrder) {
  const others = knownOrders.value.filter(order => order.ordreId !== ordreId)
  knownOrders.value = [{ ordreId, createdAt, totalCents, ...(jeton && { jeton }) }, ...others].slice(0, MOST)
}

/** The token of the mailed link by which the order was opened, which also admits to its invoice and cancellation. */
export const tokenOf = (ordreId: string) => knownOrders.value.find(order => order.ordreId === ordreId)?.jeton

type Placing = { body: string; key: string; ordreId?: string }

/**
 * The last attempt to place an order: its content, its key and, once placed, its id. Placing the same content again
 * returns the same order while it is unpaid, so a shopper who returns from the payment page does not reserve the goods
 * twice.
 */
export const lastPlacing = createStored<Placing | undefined>('placing', undefined, kept =>
  typeof kept === 'object' && kept !== null && 'body' in kept && 'key' in kept
    ? (kept as Placing)
    : undefined,
)

const newGuest = () => `INVITE_${crypto.randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}`

/** The id of a guest, the same for all orders of this browser. */
export const guestId = createStored<string>('guest', newGuest(), kept =>
  typeof kept === 'string' && kept.startsWith('INVITE') ? kept : newGuest(),
)
