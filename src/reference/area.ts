import { defineArea } from '../platform/area.ts'
import { productsChanged, productsDeleted } from './contract.ts'

/**
 * Reference data: products, suppliers, warehouses and stores. Each file or folder imports only earlier ones of this
 * list: fields, categories, resources, schemas, contract, store, pictures, products, records, relations, filters, lists, imports.
 */
export const reference = defineArea({
  name: 'reference',
  migrations: new URL('./migrations/', import.meta.url),
  calls: [],
  announces: [productsChanged, productsDeleted],
  open: async platform => (await import('./open.ts')).open(platform),
})
