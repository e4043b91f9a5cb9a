import Type from 'typebox'
import { setting, Url } from '../platform/settings.ts'

export const RestockingSettings = Type.Object({
  purchasingUrl: setting(
    'COMPTOIR_PURCHASING_URL',
    Url('http-url', "The purchasing application, restocking's upstream"),
  ),
})
