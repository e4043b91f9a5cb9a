import Type, { type Static } from 'typebox'
import { setting, Url } from '../platform/settings.ts'

export const LogisticsSettings = Type.Object({
  aftersalesUrl: setting(
    'COMPTOIR_AFTERSALES_URL',
    Url('http-url', 'Address of the after-sales application that receives repair events'),
  ),
})
export type LogisticsSettings = Static<typeof LogisticsSettings>
