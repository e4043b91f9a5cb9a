import { defineArea } from '../platform/area.ts'

/** The product catalogue of the e-commerce front: a read model of its own, made for search. */
export const catalogue = defineArea({
  name: 'catalogue',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['reference', 'logistics'],
  open: async platform => (await import('./open.ts')).open(platform),
})
