import type { Platform } from '../platform/area.ts'

export type Purchases = Platform<'loyalty' | 'accounts'>
