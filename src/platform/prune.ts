import { pruneEntries } from './audit/store.ts'
import type { Clock } from './clock.ts'
import type { DatabasePool } from './database/database.ts'
import { pruneDeadLetters, pruneErasedNames } from './events/dead-letters/store.ts'
import { pruneInbox } from './events/store.ts'
import { pruneKeys } from './http/idempotency-store.ts'
import { pruneRuns } from './imports/runs/store.ts'
import { every, type Schedule } from './jobs/job.ts'
import { pruneLimits } from './limits/limits.ts'

/** A redelivery is recognized for this long, which is longer than a broker is likely to be unavailable. */
const INBOX_MS = 30 * 86_400_000

/** A dead letter can be replayed for this long. */
const DEAD_LETTERS_MS = 30 * 86_400_000
/** A message that names an erased person and is rejected within this time is stored without its body. */
const ERASED_MS = 400 * 86_400_000

/** Retention of the files of dry runs, which can still be imported, and of the results of imports. */
const IMPORTS_MS = { files: 86_400_000, runs: 30 * 86_400_000 }

/** Retention of the audit trail. */
const AUDIT_MS = 400 * 86_400_000

/**
 * Deletes ids of consumed messages, dead letters, hashes of erased names, idempotency keys, rate limits, import runs and
 * audit entries that are past their retention, so that no table grows without bound.
 */
export const createPruneSchedule = ({ db, clock }: { db: DatabasePool; clock: Clock }): Schedule => ({
  name: 'platform.prune',
  next: every(60),
  run: () =>
    db.transaction(async tx => {
      const before = (ms: number) => new Date(clock.now().getTime() - ms)
      await pruneInbox(tx, before(INBOX_MS))
      await pruneDeadLetters(tx, before(DEAD_LETTERS_MS))
      await pruneErasedNames(tx, before(ERASED_MS))
      await pruneKeys(tx, clock.now(), clock.real())
      await pruneLimits(tx, clock.real())
      await pruneRuns(tx, { files: before(IMPORTS_MS.files), runs: before(IMPORTS_MS.runs) })
      await pruneEntries(tx, before(AUDIT_MS))
    }),
})
