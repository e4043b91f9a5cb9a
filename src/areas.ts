import { catalogue } from './catalogue/area.ts'
import { loyalty } from './loyalty/area.ts'
import type { Area } from './platform/area.ts'
import { reference } from './reference/area.ts'

/** Every area, and nothing else knows them all. */
export const areas: readonly Area[] = [reference, loyalty, catalogue]

export const areaNames = areas.map(area => area.name)
