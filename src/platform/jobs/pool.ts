import pg from 'pg'
import { PrimaryClient } from '../database/primary.ts'

type Callback = Parameters<pg.Pool['connect']>[0]

/**
 * A pool that a connection may be given back to twice. graphile-worker does so with its listener's when that breaks before
 * it listens, while the runner stops; nobody catches the error of the second time, and the process would end.
 */
export class RunnerPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: PrimaryClient })
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Callback): void
  override connect(callback?: Callback) {
    if (!callback) return super.connect()
    super.connect((error, client, release) => {
      if (!client) return callback(error, client, release)
      let released = false
      callback(error, client, fault => {
        if (!released) release(fault)
        released = true
      })
    })
  }
}
