import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { DatabasePool } from '../database/database.ts'
import type { Log } from '../log.ts'
import { withoutChanges } from '../trace.ts'
import { type Claim, releaseClaims } from './idempotency-store.ts'

const RETRY_MS = 1_000

/** The transaction need not wait for the disk: a release that is lost is repeated, or the claim expires. */
const release = (db: DatabasePool, claims: readonly Claim[]) =>
  withoutChanges(() => db.transaction(tx => releaseClaims(tx, claims), { durable: false }))

/**
 * Releases the claims of calls that ended without an answer. If the database is unavailable or the claim is not visible
 * yet, it continues in the background.
 */
export function createClaimRelease({ db, clock, log }: { db: DatabasePool; clock: Clock; log: Log }) {
  const pending = new Set<Claim>()
  let running = false

  /**
   * Tries each second until the claims expire by themselves, even after a success: the commit of a claim or an answer
   * whose connection broke may take effect only later.
   */
  async function run() {
    running = true
    while (pending.size > 0) {
      await release(db, [...pending]).catch(error =>
        log.debug({ err: error, keys: pending.size }, 'Idempotency keys could not be released; retrying'),
      )
      await sleep(RETRY_MS, undefined, { ref: false })
      const real = clock.real()
      for (const claim of pending) if (claim.runningUntil < real) pending.delete(claim)
    }
    running = false
  }

  function releaseLater(claim: Claim) {
    pending.add(claim)
    if (!running) void run()
  }

  return {
    releaseLater,
    /** Releases a claim now or, if that fails, in the background. */
    async release(claim: Claim) {
      const released = await release(db, [claim]).catch(() => 0)
      if (released === 0) releaseLater(claim)
    },
    stop: () => pending.clear(),
  }
}
