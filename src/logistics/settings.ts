import Type, { type Static } from 'typebox'
import { setting, Url } from '../platform/settings.ts'

export const LogisticsSettings = Type.Object({
  aftersalesUrl: setting(
    'COMPTOIR_AFTERSALES_URL',
    Url('http-url', 'Address of the after-sales application that receives repair events'),
  ),
  untrackedStock: setting(
    'COMPTOIR_UNTRACKED_STOCK',
    Type.Enum(['sell', 'refuse'], {
      default: 'sell',
      description: 'Whether orders may contain products without stock rows: sell without limit, or refuse',
    }),
  ),
})
export type LogisticsSettings = Static<typeof LogisticsSettings>
