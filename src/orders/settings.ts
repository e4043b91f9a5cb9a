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
      description:
        'Milliseconds for which an accepted payment waits for confirmation by the shop before the platform confirms the order',
    }),
  ),
  ordersAMinute: setting(
    'COMPTOIR_LIMIT_ORDERS',
    most(60, 'Maximum orders per minute from one address without a key'),
  ),
  claimedOfArticle: setting(
    'COMPTOIR_LIMIT_CLAIMED_ARTICLE',
    most(10, 'Maximum units of one article in an order of an unverified customer'),
  ),
  claimedUnits: setting(
    'COMPTOIR_LIMIT_CLAIMED_UNITS',
    most(50, 'Maximum units in an order of an unverified customer'),
  ),
  unpaidOrders: setting(
    'COMPTOIR_LIMIT_UNPAID_ORDERS',
    most(20, 'Maximum unpaid orders of unverified customers per address'),
  ),
  prolongedMs: setting(
    'COMPTOIR_LIMIT_RESERVATION_MS',
    most(
      7_200_000,
      'Milliseconds after the order of an unverified customer within which a payment link may prolong its reservation',
    ),
  ),
  textBytes: setting(
    'COMPTOIR_LIMIT_ORDER_TEXT_BYTES',
    most(8_192, 'Maximum size of the address and of the customer data of an order, each in bytes of JSON'),
  ),
  ...legalSettings,
})
export type OrdersSettings = Static<typeof OrdersSettings>
