import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Platform } from '../../platform/area.ts'
import type { ImportAnswer, ImportOptions } from '../../platform/imports/import.ts'
import { Problem } from '../../platform/problem.ts'
import { type CarriedTrace, carryTrace } from '../../platform/trace.ts'
import type { ReceivedFile } from '../../platform/uploads/temporary-file.ts'
import type { Imported } from './imports.ts'

/** The import that a thread runs. */
export type ImportTask = {
  databaseUrl: string
  multiplier: number
  file: ReceivedFile
  name: Imported['name']
  dryRun: boolean
  upsert: boolean
  run: number | undefined
  /** The request that asks, and who is audited for it. */
  trace: CarriedTrace | undefined
}
type SerializedError = {
  message: string
  stack?: string
  code?: string
  problem?: { status: number; code: string; messages: string | string[] }
}
export type ThreadResult = { result: ImportAnswer; error?: undefined } | { error: SerializedError }

/** An error in a form that crosses between threads. */
export const serializeError = (error: Error & { code?: string }): SerializedError => ({
  message: error.message,
  ...(error.stack ? { stack: error.stack } : {}),
  ...(error.code ? { code: error.code } : {}),
  ...(error instanceof Problem
    ? { problem: { status: error.statusCode, code: error.code, messages: error.messages } }
    : {}),
})

const deserializeError = ({ problem, message, ...rest }: SerializedError) =>
  problem
    ? new Problem(problem.status, problem.code, problem.messages)
    : Object.assign(new Error(message), rest)

/** Two batches fit with room to spare. A file that needs more ends its own import and nothing else. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/** The limit is the same for every file: another try would end as this one. */
const OUT_OF_MEMORY = new Problem(
  400,
  'fichier-invalide',
  'The file has elements that take more memory than an import has',
)

/**
 * Imports a file on a worker thread with connections of its own. Formatting a row takes as long as PostgreSQL needs to write
 * it, and other requests must not wait for it (decision 20).
 */
export async function importInThread(
  { db, clock, outbox }: Platform<never>,
  name: Imported['name'],
  file: ReceivedFile,
  { signal, dryRun, upsert, run }: ImportOptions & { upsert: boolean },
  resourceLimits = LIMITS,
): Promise<ImportAnswer> {
  const task: ImportTask = {
    databaseUrl: db.url,
    multiplier: clock.multiplier,
    ...{ file, name, dryRun, upsert, run },
    trace: carryTrace(),
  }
  const thread = new Worker(new URL('./import-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits,
  })
  const abort = () => thread.postMessage('gone')
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    const [outcome] = (await Promise.race([once(thread, 'message'), rejectOnExit(thread)])) as [ThreadResult]
    if (outcome.error) throw deserializeError(outcome.error)
    if (!dryRun) outbox.onPublished()
    return outcome.result
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? OUT_OF_MEMORY : error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function rejectOnExit(thread: Worker): Promise<never> {
  await once(thread, 'exit')
  throw new Error('The thread of an import exited without a result')
}
