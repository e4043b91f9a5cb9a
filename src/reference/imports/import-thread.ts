import { parentPort, workerData } from 'node:worker_threads'
import { writeEntries } from '../../platform/audit/audit.ts'
import { createPool } from '../../platform/database/database.ts'
import { openSharedClock } from '../../platform/database/shared-clock.ts'
import { createOutbox } from '../../platform/events/outbox.ts'
import { DISCONNECTED, type ImportAnswer } from '../../platform/imports/import.ts'
import { withCapturedTrace } from '../../platform/trace.ts'
import type { ImportTask } from './import-in-thread.ts'
import { importReferenceFile, imports } from './imports.ts'

const { databaseUrl, mode, multiplier, publicUrl, file, name, trace, options } = workerData as ImportTask
const caller = new AbortController()
// This file only runs in a worker thread.
const main = parentPort!
main.once('message', () => caller.abort(DISCONNECTED))

async function run(): Promise<ImportAnswer> {
  const db = createPool(databaseUrl, { size: 2, onError: () => {}, ...mode })
  try {
    const clock = await openSharedClock(db, multiplier)
    db.beforeCommit = (tx, result) => writeEntries(tx, result, clock)
    const parts = { db, clock, outbox: createOutbox(clock), config: { publicUrl } }
    // The name of the task comes from the same list.
    const imported = imports.find(one => one.name === name)!
    const { signal } = caller
    return await withCapturedTrace(trace, () =>
      importReferenceFile(parts, imported, file, { signal, ...options }),
    )
  } finally {
    await db.close()
  }
}

main.postMessage(await run())
main.close()
