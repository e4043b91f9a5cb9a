import { defineArea } from '../platform/area.ts'
import { consumer } from '../platform/events/event.ts'
import { every, job } from '../platform/jobs/job.ts'
import { ProductsChanged } from './events.ts'
import { checkReadModel, continueRebuild, rebuildJob, whileReachable } from './rebuild.ts'
import { rebuildRoutes } from './rebuild-routes.ts'
import { catalogueRoutes } from './routes.ts'
import { takeProducts } from './take-products.ts'

/** The product catalogue of the e-commerce front: a read model of its own, made for searching. */
export const catalogue = defineArea({
  name: 'catalogue',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['reference'],
  open: platform => ({
    routes: async app => {
      await app.register(catalogueRoutes(platform))
      await app.register(rebuildRoutes(platform))
    },
    consumers: [
      consumer(ProductsChanged, {
        // They wait for one another; a second one is at hand when the first is done.
        atOnce: 2,
        handle: (tx, { produits }) => takeProducts(tx, produits, platform.clock.now()),
      }),
    ],
    jobs: [job(rebuildJob, () => whileReachable(platform, continueRebuild(platform)))],
    schedules: [
      {
        name: 'catalogue.check',
        next: every(1),
        run: () => whileReachable(platform, checkReadModel(platform)),
      },
    ],
  }),
})
