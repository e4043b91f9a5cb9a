import { goodsReturned, orderMoved, orderToPrepare, recipientCorrected } from '../orders/contract.ts'
import type { AreaParts } from '../platform/area.ts'
import { consumer } from '../platform/events/event.ts'
import { addRoutes } from '../platform/http/add-routes.ts'
import { every } from '../platform/jobs/job.ts'
import { productsDeleted } from '../reference/contract.ts'
import type { LogisticsPlatform } from './context.ts'
import { pruneMovements } from './movements/prune-movements.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { createAftersalesClient, forwardRepairEvents } from './repairs/forward-repair-events.ts'
import { repairRoutes } from './repairs/routes.ts'
import { countWaitingEvents } from './repairs/store/repair-events.ts'
import { sweepReservations } from './reservations/create-reservation.ts'
import { reservationRoutes } from './reservations/routes.ts'
import { restockReturn } from './returns/restock-returns.ts'
import { correctSlips } from './slips/correct-slips.ts'
import { followOrder } from './slips/follow-order.ts'
import { prepareOrder } from './slips/prepare-order.ts'
import { slipRoutes } from './slips/routes.ts'
import { hideDeletedProducts, hideMissedDeletions } from './stocks/hide-deleted.ts'
import { createStockImports } from './stocks/import-stocks.ts'
import { stockRoutes } from './stocks/routes.ts'

export function open(platform: LogisticsPlatform): AreaParts {
  const { settings, db, clock } = platform
  const { aftersalesUrl } = settings
  const aftersales = aftersalesUrl === undefined ? undefined : createAftersalesClient(aftersalesUrl)
  const imports = createStockImports(platform)
  let forwarding: ReturnType<typeof forwardRepairEvents> | undefined
  return {
    routes: async app => {
      const context = { ...platform, sendRepairEvents: () => forwarding?.wake() }
      await addRoutes(
        app,
        context,
        imports.routes,
        stockRoutes,
        reservationRoutes,
        slipRoutes,
        reconciliationRoutes,
        repairRoutes,
      )
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
        handle: (tx, { produitIds }) => hideDeletedProducts(tx, produitIds),
      }),
      consumer(orderMoved, { idempotent: true, handle: (tx, order) => followOrder(tx, clock, order) }),
      consumer(recipientCorrected, { idempotent: true, handle: (tx, sent) => correctSlips(tx, clock, sent) }),
    ],
    jobs: [imports.job],
    schedules: [
      { name: 'logistics.sweep', next: every(1 / 6), run: () => sweepReservations(platform) },
      { name: 'logistics.prune-movements', next: every(60), run: () => pruneMovements(platform) },
      { name: 'logistics.catch-up-deleted', next: every(10), run: () => hideMissedDeletions(platform) },
    ],
    ready: () => hideMissedDeletions(platform),
    gauges: [
      {
        name: 'comptoir_repair_events_waiting',
        help: 'Repair events not yet accepted by the after-sales application, counted up to 10000',
        value: () => countWaitingEvents(db),
      },
    ],
    background: () => {
      forwarding = aftersales && forwardRepairEvents(platform, aftersales)
      return forwarding
    },
  }
}
