import { defineArea } from '../platform/area.ts'

/** The product catalogue of the online shop: a read model of the products of reference and the stocks of logistics. */
export const catalogue = defineArea({
  name: 'catalogue',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['reference', 'logistics'],
  open: async platform => (await import('./open.ts')).open(platform),
})
