import { accounts } from './accounts/area.ts'
import { catalogue } from './catalogue/area.ts'
import { logistics } from './logistics/area.ts'
import { loyalty } from './loyalty/area.ts'
import { orders } from './orders/area.ts'
import { payments } from './payments/area.ts'
import type { Area } from './platform/area.ts'
import { promotions } from './promotions/area.ts'
import { purchases } from './purchases/area.ts'
import { reference } from './reference/area.ts'
import { restocking } from './restocking/area.ts'

/** The only list of all areas. */
export const areas: readonly Area[] = [
  accounts,
  catalogue,
  logistics,
  loyalty,
  orders,
  payments,
  promotions,
  purchases,
  reference,
  restocking,
]

export const areaNames = areas.map(area => area.name)
