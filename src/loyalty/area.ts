import { defineArea } from '../platform/area.ts'

/** Loyalty customers with their personal details, points and level. */
export const loyalty = defineArea({
  name: 'loyalty',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['accounts', 'orders'],
  personalData: { open: async ({ clock }) => (await import('./personal-data.ts')).personalData(clock) },
  open: async platform => (await import('./open.ts')).open(platform),
})
