import Type, { type Static } from 'typebox'
import { goodsReturned, orderMoved, orderToPrepare } from '../orders/contract.ts'
import { defineArea } from '../platform/area.ts'
import { consumer } from '../platform/events/event.ts'
import { every } from '../platform/jobs/job.ts'
import { setting, Url } from '../platform/settings.ts'
import { productsDeleted } from '../reference/contract.ts'
import { slipsMoved, stockCrossed } from './contract.ts'
import { personalData } from './personal-data.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { aftersalesAt, forwardRepairEvents } from './repairs/forward-repair-events.ts'
import { repairRoutes } from './repairs/routes.ts'
import { countWaitingEvents } from './repairs/store/repair-events.ts'
import { sweep } from './reservations/create-reservation.ts'
import { reservationRoutes } from './reservations/routes.ts'
import { restockReturn } from './returns/restock-returns.ts'
import { followOrder } from './slips/follow-order.ts'
import { prepareOrder } from './slips/prepare-order.ts'
import { slipRoutes } from './slips/routes.ts'
import { catchUpDeleted, hideDeleted } from './stocks/hide-deleted.ts'
import { stockImportRoute, stockImports } from './stocks/import-stocks.ts'
import { stockRoutes } from './stocks/routes.ts'

export const LogisticsSettings = Type.Object({
  aftersalesUrl: setting(
    'COMPTOIR_AFTERSALES_URL',
    Url('http-url', 'The after-sales application that repair events go to'),
  ),
})
export type LogisticsSettings = Static<typeof LogisticsSettings>

/** Stocks, the slips that goods leave with, and repairs. */
export const logistics = defineArea({
  name: 'logistics',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['reference', 'accounts'],
  settings: LogisticsSettings,
  announces: [slipsMoved, stockCrossed],
  personalData: { open: ({ clock }) => personalData(clock) },
  open: platform => {
    const { settings, db, clock } = platform
    const aftersales = settings.aftersalesUrl === undefined ? undefined : aftersalesAt(settings.aftersalesUrl)
    const imports = stockImports(platform)
    let forwarding: ReturnType<typeof forwardRepairEvents> | undefined
    return {
      routes: async app => {
        await app.register(stockRoutes(platform))
        await app.register(stockImportRoute(platform, imports))
        await app.register(imports.routes)
        await app.register(reservationRoutes(platform))
        await app.register(slipRoutes(platform))
        await app.register(reconciliationRoutes(platform))
        await app.register(repairRoutes(platform, () => forwarding?.wake()))
      },
      consumers: [
        consumer(orderToPrepare, {
          key: order => order.ordreId,
          handle: (tx, order) => prepareOrder(tx, platform, order),
        }),
        consumer(goodsReturned, {
          key: ({ retourId }) => String(retourId),
          handle: (tx, returned) => restockReturn(tx, platform, returned),
        }),
        consumer(productsDeleted, {
          atOnce: 1,
          idempotent: true,
          handle: (tx, { produitIds }) => hideDeleted(tx, produitIds),
        }),
        consumer(orderMoved, { idempotent: true, handle: (tx, order) => followOrder(tx, clock, order) }),
      ],
      jobs: [imports.job],
      schedules: [
        { name: 'logistics.sweep', next: every(1 / 6), run: () => sweep(platform) },
        { name: 'logistics.catch-up-deleted', next: every(10), run: () => catchUpDeleted(platform) },
      ],
      ready: () => catchUpDeleted(platform),
      gauges: [
        {
          name: 'comptoir_repair_events_waiting',
          help: 'Repair events that the after-sales application has not taken; 10000 are that many or more',
          value: () => countWaitingEvents(db),
        },
      ],
      background: () => {
        forwarding = aftersales && forwardRepairEvents(platform, aftersales)
        return forwarding
      },
    }
  },
})
