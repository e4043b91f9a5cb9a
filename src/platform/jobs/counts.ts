import { countsBy } from '../metrics/counts.ts'

export const jobsDone = countsBy('comptoir_jobs_done_total', 'Jobs that this process has done', 'task')

export const jobsFailed = countsBy(
  'comptoir_jobs_failed_total',
  'Jobs that have failed in this process; they are tried again',
  'task',
)
