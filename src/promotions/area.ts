import { defineArea } from '../platform/area.ts'
import { promotionChanged } from './contract.ts'
import { calls } from './peers.ts'

/** Promotion records, and customers and products read through the service. */
export const promotions = defineArea({
  name: 'promotions',
  migrations: new URL('./migrations/', import.meta.url),
  calls,
  announces: [promotionChanged],
  personalData: { open: async platform => (await import('./personal-data.ts')).personalData(platform) },
  open: async platform => ({ routes: (await import('./routes.ts')).promotionRoutes(platform) }),
})
