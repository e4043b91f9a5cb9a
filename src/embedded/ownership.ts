import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { tryHoldLock } from '../platform/database/locks.ts'

/** The folder stays ours until `stopServer` is through: before, it is not another's to adopt. */
export type Ownership = { giveUp(stopServer: () => Promise<void>): Promise<void> }

// The session of an owner that was just killed ends a moment after it.
const PATIENCE_MS = 500
const RETAKE_MS = 500

/**
 * The owner of a data folder holds a lock in its server, on a connection of its own: it is free again whatever
 * way the owner ends. Undefined when another process has it; the connection is closed then.
 */
export async function takeOwnership(
  client: Client,
  reconnect: () => Promise<Client | undefined>,
): Promise<Ownership | undefined> {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await tryHoldLock(client, 'dataFolder'))) {
    if (performance.now() > deadline) {
      await client.end()
      return undefined
    }
    await sleep(25)
  }
  return keep(client, reconnect)
}

/** A server that restarts after a crash drops every connection and lock: this one is taken again. */
function keep(first: Client, reconnect: () => Promise<Client | undefined>): Ownership {
  let current: Client | undefined = first
  let givenUp = false

  const watch = (client: Client) =>
    client.once('end', () => {
      current = undefined
      if (!givenUp) later()
    })
  const later = () => setTimeout(retake, RETAKE_MS).unref()
  const retake = async () => {
    if (givenUp) return
    const client = await reconnect().catch(() => undefined)
    if (!client) return later()
    if (givenUp || !(await tryHoldLock(client, 'dataFolder').catch(() => false))) {
      await client.end().catch(() => {})
      if (!givenUp) later()
      return
    }
    current = client
    watch(client)
  }

  watch(first)
  return {
    async giveUp(stopServer) {
      givenUp = true
      await stopServer()
      await current?.end().catch(() => {})
    },
  }
}
