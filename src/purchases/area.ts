import { defineArea } from '../platform/area.ts'

/** The purchase history of loyalty customers, from all channels. */
export const purchases = defineArea({
  name: 'purchases',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['loyalty', 'accounts'],
  personalData: { open: async ({ clock }) => (await import('./personal-data.ts')).personalData(clock) },
  open: async platform => (await import('./open.ts')).open(platform),
})
