import type { Platform } from '../platform/area.ts'
import type { LogisticsSettings } from './settings.ts'

export type LogisticsPlatform = Platform<'reference' | 'accounts', LogisticsSettings>

/**
 * `sendRepairEvents` wakes the delivery of recorded repair events. It does nothing before the delivery has started, and
 * none starts without an after-sales application.
 */
export type Context = LogisticsPlatform & { sendRepairEvents: () => void }
