import { stockCrossed } from '../logistics/contract.ts'
import { defineArea } from '../platform/area.ts'
import { createTidying } from '../platform/database/tidy-indexes.ts'
import { batchConsumer } from '../platform/events/event.ts'
import { every, job } from '../platform/jobs/job.ts'
import { productsChanged } from '../reference/contract.ts'
import { categoryRoutes } from './categories/routes.ts'
import { productRoutes } from './product/routes.ts'
import { indexed } from './read-model/store/sync.ts'
import { readProducts, takeProducts } from './read-model/take-products.ts'
import { checkReadModel, continueRebuild, rebuildJob, whileReachable } from './rebuilding/rebuild.ts'
import { rebuildRoutes } from './rebuilding/routes.ts'
import { catalogueRoutes } from './search/routes.ts'
import { catchUpStocks, readStocks, readStocksJob } from './stocks/read-stocks.ts'
import { takeStocks } from './stocks/take-stocks.ts'

/** The product catalogue of the e-commerce front: a read model of its own, made for searching. */
export const catalogue = defineArea({
  name: 'catalogue',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['reference', 'logistics'],
  open: platform => {
    const { db, clock, log } = platform
    const tidy = createTidying(db, indexed, error =>
      log.warn({ err: error }, 'New words wait to be written into their indexes'),
    )
    const parts = { ...platform, tidy }
    return {
      routes: async app => {
        await app.register(catalogueRoutes(platform))
        await app.register(categoryRoutes(platform))
        await app.register(productRoutes(platform))
        await app.register(rebuildRoutes(platform))
      },
      consumers: [
        batchConsumer(productsChanged, {
          // Of 500 products each at most. Words that many of them have are counted once.
          size: 4,
          // They wait for one another; the second is read while the first is written.
          atOnce: 2,
          prepare: bodies => Promise.all(bodies.map(({ produits }) => readProducts(produits))),
          handle: (tx, messages) =>
            takeProducts(
              tx,
              messages.flatMap(({ prepared }) => prepared),
              { now: clock.now(), tidy },
            ),
        }),
        batchConsumer(stockCrossed, {
          size: 20,
          atOnce: 1,
          idempotent: true,
          unhurried: true,
          prepare: async bodies => bodies.map(() => undefined),
          handle: (tx, messages) =>
            takeStocks(
              tx,
              messages.flatMap(({ body }) => body.stocks),
              { now: clock.now() },
            ),
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
  },
})
