import { countsBy } from '../platform/metrics/metrics.ts'

/** A free order is confirmed as it is placed; one that an erasure ends is not counted. */
export const ordersTotal = countsBy('comptoir_orders_total', 'Orders, by what has become of them', 'event', [
  'placed',
  'confirmed',
  'cancelled',
])
