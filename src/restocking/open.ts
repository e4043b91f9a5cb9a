import type { AreaParts, Platform } from '../platform/area.ts'
import { purchasingAt } from './purchasing.ts'
import { restockingRoutes } from './routes.ts'
import type { RestockingSettings } from './settings.ts'

export const open = ({ settings, log }: Platform<never, RestockingSettings>): AreaParts => ({
  routes: restockingRoutes(purchasingAt(settings, log)),
})
