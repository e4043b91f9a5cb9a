import { defineArea } from '../platform/area.ts'

/** The product catalogue of the online shop: a read model of products, stocks and promotions. */
export const catalogue = defineArea({
  name: 'catalogue',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['reference', 'logistics', 'promotions'],
  open: async platform => (await import('./open.ts')).open(platform),
})
