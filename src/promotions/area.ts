import { defineArea } from '../platform/area.ts'
import { promotionChanged, reductionsChanged } from './contract.ts'
import { calls } from './peers.ts'

/** Promotions, and a gateway to customers and products. */
export const promotions = defineArea({
  name: 'promotions',
  migrations: new URL('./migrations/', import.meta.url),
  calls,
  announces: [promotionChanged, reductionsChanged],
  personalData: { open: async platform => (await import('./personal-data.ts')).personalData(platform) },
  open: async platform => {
    const { promotionRoutes } = await import('./routes.ts')
    return { routes: app => promotionRoutes(app, platform) }
  },
})
