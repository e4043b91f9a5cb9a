import Type, { type Static } from 'typebox'
import { Maximum, setting, Whole } from '../platform/settings.ts'
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
    Maximum(60, 'Maximum orders per minute from one address without a key'),
  ),
  claimedOfArticle: setting(
    'COMPTOIR_LIMIT_CLAIMED_ARTICLE',
    Maximum(10, 'Maximum units of one article in an order of an unverified customer'),
  ),
  claimedUnits: setting(
    'COMPTOIR_LIMIT_CLAIMED_UNITS',
    Maximum(50, 'Maximum units in an order of an unverified customer'),
  ),
  unpaidOrders: setting(
    'COMPTOIR_LIMIT_UNPAID_ORDERS',
    Maximum(20, 'Maximum unpaid orders of unverified customers per address'),
  ),
  extensionMs: setting(
    'COMPTOIR_LIMIT_RESERVATION_MS',
    Maximum(
      7_200_000,
      'Milliseconds after the order of an unverified customer within which a payment link may extend its reservation',
    ),
  ),
  unknownCodes: setting(
    'COMPTOIR_LIMIT_UNKNOWN_CODES',
    Maximum(20, 'Maximum unknown promotion codes per minute from one address without a key'),
  ),
  textBytes: setting(
    'COMPTOIR_LIMIT_ORDER_TEXT_BYTES',
    Maximum(8_192, 'Maximum size of the address and of the customer data of an order, each in bytes of JSON'),
  ),
  withdrawalsAMinute: setting(
    'COMPTOIR_LIMIT_WITHDRAWALS',
    Maximum(10, 'Maximum declarations of withdrawal per minute from one address without a key'),
  ),
  linksAMinute: setting(
    'COMPTOIR_LIMIT_ORDER_LINKS',
    Maximum(10, 'Maximum requests for the link to an order per minute from one address without a key'),
  ),
  withdrawalDays: setting(
    'COMPTOIR_WITHDRAWAL_DAYS',
    Type.Integer({
      default: 14,
      minimum: 0,
      maximum: 366,
      description: 'Days after the delivery within which a withdrawal is accepted without a check by staff',
    }),
  ),
  deliveryRequired: setting(
    'COMPTOIR_DELIVERY_REQUIRED',
    Type.Enum(['0', '1'], {
      default: '0',
      description: '1: while any delivery method is active, an order must name one',
    }),
  ),
  defaultWeightG: setting(
    'COMPTOIR_DEFAULT_WEIGHT_G',
    Whole(
      'Weight in grams of a product without a legible `poids`, for the price of delivery',
      500,
      0,
      1_000_000,
    ),
  ),
  ...legalSettings,
})
export type OrdersSettings = Static<typeof OrdersSettings>
