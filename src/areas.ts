import { accounts } from './accounts/area.ts'
import { loyalty } from './loyalty/area.ts'
import type { Area } from './platform/area.ts'
import { purchases } from './purchases/area.ts'

/** Every area, and nothing else knows them all. */
export const areas: readonly Area[] = [accounts, loyalty, purchases]

export const areaNames = areas.map(area => area.name)
