import Type, { type Static } from 'typebox'
import { setting, Url } from '../platform/settings.ts'

export const RestockingSettings = Type.Object({
  purchasingUrl: setting(
    'COMPTOIR_PURCHASING_URL',
    Url('http-url', "The purchasing application, restocking's upstream"),
  ),
  purchasingTimeoutMs: setting(
    'COMPTOIR_PURCHASING_TIMEOUT_MS',
    Type.Integer({
      default: 5_000,
      minimum: 100,
      maximum: 600_000,
      description: 'How long the purchasing application may take to send its list',
    }),
  ),
})
export type RestockingSettings = Static<typeof RestockingSettings>
