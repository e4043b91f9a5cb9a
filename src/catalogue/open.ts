import { availabilityChanged } from '../logistics/contract.ts'
import type { AreaParts } from '../platform/area.ts'
import { createPendingListMerger } from '../platform/database/pending-lists.ts'
import { batchConsumer, consumer } from '../platform/events/event.ts'
import { addRoutes } from '../platform/http/add-routes.ts'
import { every, job } from '../platform/jobs/job.ts'
import { reductionsChanged } from '../promotions/contract.ts'
import { productsChanged } from '../reference/contract.ts'
import { categoryRoutes } from './categories/routes.ts'
import type { CataloguePlatform, Context } from './context.ts'
import { deriveRecords, indexProducts } from './index/index-products.ts'
import { TABLES_WITH_PENDING_LISTS } from './index/store.ts'
import { productRoutes } from './product/routes.ts'
import { checkReadModel, continueRebuild, rebuildJob, runIfReachable } from './rebuild/rebuild.ts'
import { rebuildRoutes } from './rebuild/routes.ts'
import { applyReductions, catchUpReductions } from './reductions/copy.ts'
import { createReducer } from './reductions/reduce.ts'
import { catalogueRoutes } from './search/routes.ts'
import { applyStocks, catchUpStocks, readStocks, readStocksJob } from './stocks/apply-stocks.ts'

export function open(platform: CataloguePlatform): AreaParts {
  const { db, clock, log } = platform
  const schedulePendingListMerge = createPendingListMerger(db, TABLES_WITH_PENDING_LISTS, error =>
    log.warn({ err: error }, 'The pending lists of the search indexes could not be merged'),
  )
  const context: Context = { ...platform, schedulePendingListMerge, reduce: createReducer(platform) }
  return {
    routes: app => addRoutes(app, context, catalogueRoutes, categoryRoutes, productRoutes, rebuildRoutes),
    consumers: [
      batchConsumer(productsChanged, {
        // Messages contain up to 500 products each; a word that occurs in many of them is counted in one update.
        size: 4,
        // The lock of the read model serializes the transactions; the second batch is prepared in the meantime.
        atOnce: 2,
        prepare: bodies => Promise.all(bodies.map(({ produits }) => deriveRecords(produits))),
        handle: (tx, messages) => {
          const records = messages.flatMap(({ prepared }) => prepared)
          return indexProducts(tx, records, { now: clock.now(), schedulePendingListMerge })
        },
      }),
      batchConsumer(availabilityChanged, {
        size: 20,
        atOnce: 1,
        idempotent: true,
        unhurried: true,
        handle: (tx, messages) => {
          const states = messages.flatMap(({ body }) => body.stocks)
          return applyStocks(tx, states, { now: clock.now() })
        },
      }),
      consumer(reductionsChanged, { handle: (tx, promotion) => applyReductions(tx, [promotion]) }),
    ],
    ready: async () => {
      await runIfReachable(context, catchUpStocks)
      await runIfReachable(context, catchUpReductions)
    },
    jobs: [
      job(rebuildJob, () => runIfReachable(context, continueRebuild)),
      job(readStocksJob, () => runIfReachable(context, readStocks)),
    ],
    schedules: [
      { name: 'catalogue.check', next: every(1), run: () => runIfReachable(context, checkReadModel) },
      {
        name: 'catalogue.reductions',
        next: every(1),
        run: () => runIfReachable(context, catchUpReductions),
      },
      { name: 'catalogue.stocks', next: every(1), run: () => runIfReachable(context, catchUpStocks) },
    ],
  }
}
