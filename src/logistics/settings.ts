import Type, { type Static } from 'typebox'
import { setting, Url } from '../platform/settings.ts'

export const LogisticsSettings = Type.Object({
  aftersalesUrl: setting(
    'COMPTOIR_AFTERSALES_URL',
    Url('http-url', 'The after-sales application that repair events go to'),
  ),
})
export type LogisticsSettings = Static<typeof LogisticsSettings>
