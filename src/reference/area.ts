import { defineArea } from '../platform/area.ts'
import { productsChanged, productsDeleted } from './contract.ts'
import { referenceImports } from './imports/routes.ts'
import { referenceRoutes } from './routes.ts'

/** Reference data: products, their suppliers, warehouses and stores. */
export const reference = defineArea({
  name: 'reference',
  migrations: new URL('./migrations/', import.meta.url),
  calls: [],
  announces: [productsChanged, productsDeleted],
  open: platform => {
    const imports = referenceImports(platform)
    return { routes: referenceRoutes(platform, imports), jobs: [imports.job] }
  },
})
