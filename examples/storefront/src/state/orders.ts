import { stored } from './stored.ts'

/** An order that was placed in this browser: a guest has no other list. */
export type KnownOrder = { ordreId: string; createdAt: string; totalCents: number }

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

export const knownOrders = stored<KnownOrder[]>('orders', [], kept =>
  Array.isArray(kept) ? kept.filter(isKnown).slice(0, MOST) : [],
)

export function rememberOrder({ ordreId, createdAt, totalCents }: KnownOrder) {
  const others = knownOrders.value.filter(order => order.ordreId !== ordreId)
  knownOrders.value = [{ ordreId, createdAt, totalCents }, ...others].slice(0, MOST)
}

type Placing = { body: string; key: string; ordreId?: string }

/**
 * The order that was placed last and its key. Asked for again with the same content, it is the same order: who comes back from
 * the payment page does not reserve the goods twice.
 */
export const lastPlacing = stored<Placing | undefined>('placing', undefined, kept =>
  typeof kept === 'object' && kept !== null && 'body' in kept && 'key' in kept
    ? (kept as Placing)
    : undefined,
)

const newGuest = () => `INVITE_${crypto.randomUUID().replaceAll('-', '').slice(0, 20).toUpperCase()}`

/** Who orders without an account, the same in all orders of this browser. */
export const guestId = stored<string>('guest', newGuest(), kept =>
  typeof kept === 'string' && kept.startsWith('INVITE') ? kept : newGuest(),
)
