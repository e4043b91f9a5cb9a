import Type, { type Static } from 'typebox'
import { most, setting } from '../platform/settings.ts'
import { legalSettings } from './invoice-settings.ts'

export const OrdersSettings = Type.Object({
  confirmDelayMs: setting(
    'COMPTOIR_CONFIRM_DELAY_MS',
    Type.Integer({
      default: 120_000,
      minimum: 0,
      maximum: 3_600_000,
      description: 'How long an accepted payment waits for its shop before the platform confirms the order',
    }),
  ),
  ordersAMinute: setting(
    'COMPTOIR_LIMIT_ORDERS',
    most(60, 'Orders that one address without a key may place in a minute'),
  ),
  claimedOfArticle: setting(
    'COMPTOIR_LIMIT_CLAIMED_ARTICLE',
    most(10, 'Units of an article in an order of a customer who is merely named'),
  ),
  claimedUnits: setting(
    'COMPTOIR_LIMIT_CLAIMED_UNITS',
    most(50, 'Units in an order of a customer who is merely named'),
  ),
  unpaidOrders: setting(
    'COMPTOIR_LIMIT_UNPAID_ORDERS',
    most(20, 'Such orders of one address that wait to be paid'),
  ),
  prolongedMs: setting(
    'COMPTOIR_LIMIT_RESERVATION_MS',
    most(7_200_000, 'How long after such an order a link may prolong its reservation'),
  ),
  textBytes: setting(
    'COMPTOIR_LIMIT_ORDER_TEXT_BYTES',
    most(8_192, 'Bytes of JSON of the address of an order, and of what it says of the customer'),
  ),
  ...legalSettings,
})
export type OrdersSettings = Static<typeof OrdersSettings>
