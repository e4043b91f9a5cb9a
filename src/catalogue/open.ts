import { stockCrossed } from '../logistics/contract.ts'
import type { AreaParts, Platform } from '../platform/area.ts'
import { createTidying } from '../platform/database/tidy-indexes.ts'
import { batchConsumer } from '../platform/events/event.ts'
import { addRoutes } from '../platform/http/add-routes.ts'
import { every, job } from '../platform/jobs/job.ts'
import { productsChanged } from '../reference/contract.ts'
import { categoryRoutes } from './categories/routes.ts'
import { indexProducts, readProducts } from './index/index-products.ts'
import { TIDIED_TABLES } from './index/store.ts'
import { productRoutes } from './product/routes.ts'
import { checkReadModel, continueRebuild, rebuildJob, whileReachable } from './rebuild/rebuild.ts'
import { rebuildRoutes } from './rebuild/routes.ts'
import { catalogueRoutes } from './search/routes.ts'
import { applyStocks, catchUpStocks, readStocks, readStocksJob } from './stocks/apply-stocks.ts'

export function open(platform: Platform<'reference' | 'logistics'>): AreaParts {
  const { db, clock, log } = platform
  const tidy = createTidying(db, TIDIED_TABLES, error =>
    log.warn({ err: error }, 'The pending lists of the search indexes could not be merged'),
  )
  const parts = { ...platform, tidy }
  return {
    routes: async app => {
      await addRoutes(
        app,
        {},
        catalogueRoutes(platform),
        categoryRoutes(platform),
        productRoutes(platform),
        rebuildRoutes(platform),
      )
    },
    consumers: [
      batchConsumer(productsChanged, {
        // Messages contain up to 500 products each; words that occur in many of them are counted once.
        size: 4,
        // Messages are applied one after another; the second is parsed in the meantime.
        atOnce: 2,
        prepare: bodies => Promise.all(bodies.map(({ produits }) => readProducts(produits))),
        handle: (tx, messages) => {
          const records = messages.flatMap(({ prepared }) => prepared)
          return indexProducts(tx, records, { now: clock.now(), tidy })
        },
      }),
      batchConsumer(stockCrossed, {
        size: 20,
        atOnce: 1,
        idempotent: true,
        unhurried: true,
        handle: (tx, messages) => {
          const states = messages.flatMap(({ body }) => body.stocks)
          return applyStocks(tx, states, { now: clock.now() })
        },
      }),
    ],
    ready: () => whileReachable(platform, catchUpStocks(parts)),
    jobs: [
      job(rebuildJob, () => whileReachable(platform, continueRebuild(parts))),
      job(readStocksJob, () => whileReachable(platform, readStocks(parts))),
    ],
    schedules: [
      {
        name: 'catalogue.check',
        next: every(1),
        run: () => whileReachable(platform, checkReadModel(parts)),
      },
      {
        name: 'catalogue.stocks',
        next: every(1),
        run: () => whileReachable(platform, catchUpStocks(parts)),
      },
    ],
  }
}
