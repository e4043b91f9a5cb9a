import type { AreaParts } from '../platform/area.ts'
import type { PromotionsPlatform } from './peers.ts'
import { promotionRoutes } from './routes.ts'

export const open = (platform: PromotionsPlatform): AreaParts => ({ routes: promotionRoutes(platform) })
