import type { Client } from 'pg'
import type { Log } from '../platform/log.ts'
import { type Program, reachServer } from './server.ts'

/**
 * Gives what connects again to the server of these data, and starts it where it has ended: killed, or for want of room on
 * the disk. Undefined while it does not start; the log says so once, and once that it is back.
 */
export function reviving(program: Program, log?: Pick<Log, 'warn' | 'error'>) {
  let told = false
  return async (signal: AbortSignal): Promise<Client | undefined> => {
    try {
      const client = await reachServer(program, signal)
      log?.warn('The connection to the embedded PostgreSQL had ended; it is back')
      told = false
      return client
    } catch (error) {
      if (!told && !signal.aborted)
        log?.error({ err: error }, 'The embedded PostgreSQL has ended; it is tried again until it starts')
      told = true
      return undefined
    }
  }
}
