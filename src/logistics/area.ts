import { defineArea } from '../platform/area.ts'
import { availabilityChanged, slipsMoved } from './contract.ts'
import { LogisticsSettings } from './settings.ts'

/** Stocks, delivery slips and repairs. */
export const logistics = defineArea({
  name: 'logistics',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['reference', 'accounts'],
  settings: LogisticsSettings,
  announces: [slipsMoved, availabilityChanged],
  personalData: { open: async ({ clock }) => (await import('./personal-data.ts')).personalData(clock) },
  open: async platform => (await import('./open.ts')).open(platform),
})
