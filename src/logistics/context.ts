import type { Platform } from '../platform/area.ts'
import type { LogisticsSettings } from './settings.ts'

export type LogisticsPlatform = Platform<'reference' | 'accounts', LogisticsSettings>

/**
 * `sendRepairEvents` wakes the delivery of recorded repair events; without an after-sales application it does nothing.
 */
export type Context = LogisticsPlatform & { sendRepairEvents: () => void }
