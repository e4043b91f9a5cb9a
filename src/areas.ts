import { loyalty } from './loyalty/area.ts'
import { payments } from './payments/area.ts'
import type { Area } from './platform/area.ts'

/** Every area, and nothing else knows them all. */
export const areas: readonly Area[] = [loyalty, payments]

export const areaNames = areas.map(area => area.name)
