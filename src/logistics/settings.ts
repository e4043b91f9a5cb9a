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
  stockMovementDays: setting(
    'COMPTOIR_STOCK_MOVEMENT_DAYS',
    Type.Integer({
      default: 400,
      minimum: 1,
      maximum: 36_500,
      description: 'Days for which the movements of stocks are kept',
    }),
  ),
})
export type LogisticsSettings = Static<typeof LogisticsSettings>
