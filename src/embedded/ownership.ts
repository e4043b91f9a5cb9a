import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { withTimeout } from '../platform/concurrency/timeout.ts'
import { tryAcquireSessionLock } from '../platform/database/locks.ts'

/** The folder stays ours until `stopServer` is through: before, it is not another's to adopt. */
type Ownership = { giveUp(stopServer: () => Promise<void>): Promise<void> }

// The session of an owner that was just killed ends a moment after it.
const PATIENCE_MS = 500
const RETAKE_MS = 500
/** A server that does not start replays its log each time that it is tried. */
const AGAIN_MS = 2_000

/** A start in progress stops within this time, unless the disk hangs. */
const LAST_MS = 1_000

/** Connects to the server again, and starts it where it has ended; undefined when it cannot yet. */
type Reconnect = (signal: AbortSignal) => Promise<Client | undefined>

/**
 * The owner of a data folder holds a lock in its server, on a connection of its own: it is free again whatever
 * way the owner ends. Undefined when another process has it; the connection is closed then.
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

/** A server that restarts drops every lock: this one is acquired again. */
function createOwnership(first: Client, reconnect: Reconnect): Ownership {
  const givenUp = new AbortController()
  const { signal } = givenUp
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
    if (!client) return later(AGAIN_MS)
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
      givenUp.abort()
      // A server that is still starting could not be found, and would keep running.
      if (retaking) await withTimeout(LAST_MS, retaking).catch(() => {})
      await stopServer()
      await current?.end().catch(() => {})
    },
  }
}
