import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { withTimeout } from '../platform/concurrency/timeout.ts'
import { tryAcquireSessionLock } from '../platform/database/locks.ts'

/**
 * The ownership of a data folder. `giveUp` closes the connection that holds the lock only after `stopServer`, so that
 * no other process adopts the server meanwhile.
 */
type Ownership = { giveUp(stopServer: () => Promise<void>): Promise<void> }

/** The wait for the lock, because the session of a killed owner ends with a short delay. */
const PATIENCE_MS = 500
/** The pause before reconnecting after the connection has ended. */
const RETAKE_MS = 500
/** The pause between attempts, because a server that fails to start replays its log each time. */
const RETRY_MS = 2_000

/** A start in progress is cancelled within this time, unless the disk hangs. */
const LAST_MS = 1_000

/** Reconnects to the server, or restarts it if it has ended. Resolves to undefined if that fails or `signal` aborts. */
type Reconnect = (signal: AbortSignal) => Promise<Client | undefined>

/**
 * Acquires ownership of a data folder: a lock in its server, held by a separate connection, so that the lock is
 * released however the owner ends. If another process still holds the lock after PATIENCE_MS, closes the connection and
 * returns undefined.
 */
export async function acquireOwnership(client: Client, reconnect: Reconnect): Promise<Ownership | undefined> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await tryAcquireSessionLock(client, 'dataFolder'))) {
    if (performance.now() > deadline) {
      await client.end()
      return undefined
    }
    await sleep(25)
  }
  return createOwnership(client, reconnect)
}

/** Holds the lock. A server that ends loses its locks, so the lock is acquired again once the server is restarted. */
function createOwnership(first: Client, reconnect: Reconnect): Ownership {
  const cancelled = new AbortController()
  const { signal } = cancelled
  let current: Client | undefined = first
  let retaking: Promise<void> | undefined

  const watch = (client: Client) =>
    client.once('end', () => {
      current = undefined
      later(RETAKE_MS)
    })
  const later = (ms: number) => {
    const again = () => {
      retaking = retake()
    }
    if (!signal.aborted) setTimeout(again, ms).unref()
  }
  const retake = async () => {
    if (signal.aborted) return
    const client = await reconnect(signal)
    if (!client) return later(RETRY_MS)
    if (signal.aborted || !(await tryAcquireSessionLock(client, 'dataFolder').catch(() => false))) {
      await client.end().catch(() => {})
      return later(RETAKE_MS)
    }
    current = client
    watch(client)
  }

  watch(first)
  return {
    async giveUp(stopServer) {
      cancelled.abort()
      // `stopServer` cannot find a server that is still starting, so that one would keep running.
      if (retaking) await withTimeout(LAST_MS, retaking).catch(() => {})
      await stopServer()
      await current?.end().catch(() => {})
    },
  }
}
