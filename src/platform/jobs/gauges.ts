import type { Clock } from '../clock.ts'
import type { DatabasePool } from '../database/database.ts'
import type { GaugeOf } from '../metrics/gauges.ts'
import { lateJobs } from './store.ts'

/** Jobs that no process has begun though they are due: all processes on the database show the same. */
export const jobGauges = (db: DatabasePool, clock: Clock): GaugeOf[] => [
  {
    name: 'comptoir_jobs_late',
    help: 'Jobs of the database that have been due for more than a minute; 10000 are that many or more',
    value: async () => (await lateJobs(db, clock.real())).late,
  },
]
