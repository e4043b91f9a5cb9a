import { defineArea } from '../platform/area.ts'
import { every } from '../platform/jobs/job.ts'
import { reservationRoutes } from './reservation-routes.ts'
import { sweep } from './sweep.ts'

/** Stocks: what each store has, what is promised to orders, and the slips that goods leave with. */
export const logistics = defineArea({
  name: 'logistics',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['reference'],
  open: platform => ({
    routes: async app => {
      await app.register(reservationRoutes(platform))
    },
    schedules: [{ name: 'logistics.sweep', next: every(1 / 6), run: () => sweep(platform) }],
  }),
})
