import Type, { type Static } from 'typebox'
import { setting } from '../platform/settings.ts'

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
})
export type OrdersSettings = Static<typeof OrdersSettings>
