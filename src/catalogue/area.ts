import { defineArea } from '../platform/area.ts'
import { consumer } from '../platform/events/event.ts'
import { ProductsChanged } from './events.ts'
import { catalogueRoutes } from './routes.ts'
import { takeProducts } from './take-products.ts'

/** The product catalogue of the e-commerce front: a read model of its own, made for searching. */
export const catalogue = defineArea({
  name: 'catalogue',
  migrations: new URL('./migrations/', import.meta.url),
  calls: [],
  open: platform => ({
    routes: catalogueRoutes(platform),
    consumers: [
      consumer(ProductsChanged, {
        // They wait for one another; a second one is at hand when the first is done.
        atOnce: 2,
        handle: (tx, { produits }) => takeProducts(tx, produits, platform.clock.now()),
      }),
    ],
  }),
})
