import { defineArea } from '../platform/area.ts'

/** The product catalogue of the online shop: a separate read model for search. */
export const catalogue = defineArea({
  name: 'catalogue',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['reference', 'logistics'],
  open: async platform => (await import('./open.ts')).open(platform),
})
