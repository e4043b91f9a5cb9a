import { defineArea } from '../platform/area.ts'
import { promotionChanged } from './contract.ts'
import { calls } from './peers.ts'
import { personalData } from './personal-data.ts'
import { promotionRoutes } from './routes.ts'

/** Promotion records, and customers and products read through the service. */
export const promotions = defineArea({
  name: 'promotions',
  migrations: new URL('./migrations/', import.meta.url),
  calls,
  announces: [promotionChanged],
  personalData: { open: personalData },
  open: platform => ({ routes: promotionRoutes(platform) }),
})
