import { Logger } from 'graphile-worker'
import type { Log } from '../log.ts'

/** graphile-worker's lines on our log: its chatter at debug, its own failures as they are. */
export const workerLogger = (log: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log.error({ part: 'jobs' }, message)
    else if (level === 'warning') log.warn({ part: 'jobs' }, message)
    else log.debug({ part: 'jobs' }, message)
  })
