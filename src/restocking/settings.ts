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
      description: 'Timeout of a request to the purchasing application, in milliseconds',
    }),
  ),
})
export type RestockingSettings = Static<typeof RestockingSettings>
