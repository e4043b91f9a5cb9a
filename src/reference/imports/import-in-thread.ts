import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Platform } from '../../platform/area.ts'
import type { ConnectionMode } from '../../platform/database/database.ts'
import type { ImportAnswer, ImportOptions } from '../../platform/imports/import.ts'
import { Problem } from '../../platform/problem.ts'
import { type CapturedTrace, captureTrace } from '../../platform/trace.ts'
import type { ReceivedFile } from '../../platform/uploads/temporary-file.ts'
import type { ImportKind } from './imports.ts'

export type ImportTask = {
  databaseUrl: string
  mode: ConnectionMode
  multiplier: number
  publicUrl: string | undefined
  file: ReceivedFile
  name: ImportKind['name']
  options: Omit<ImportOptions, 'signal'> & { upsert: boolean }
  /** The trace of the request or job, with its changes to audit. */
  trace: CapturedTrace | undefined
}
/** Ample for two batches. A file that needs more memory fails only its own import. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/** A 400, because another attempt would fail too. */
const OUT_OF_MEMORY = new Problem(
  400,
  'fichier-invalide',
  'The elements of the file need more memory than an import may use',
)

/**
 * Imports a file in a worker thread with its own connections, and throws the errors of the thread. Formatting a row
 * takes as long as PostgreSQL needs to write it, and must not delay other requests (decision 20).
 */
export async function importInThread(
  { db, clock, config, outbox }: Platform<never>,
  name: ImportKind['name'],
  file: ReceivedFile,
  { signal, ...options }: ImportOptions & { upsert: boolean },
  resourceLimits = LIMITS,
): Promise<ImportAnswer> {
  const task: ImportTask = {
    databaseUrl: db.url,
    mode: db.mode,
    multiplier: clock.multiplier,
    publicUrl: config.publicUrl,
    ...{ file, name, options },
    trace: captureTrace(),
  }
  const thread = new Worker(new URL('./import-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits,
  })
  const abort = () => thread.postMessage('gone')
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    const [answer] = (await Promise.race([once(thread, 'message'), rejectOnExit(thread)])) as [ImportAnswer]
    if (!options.dryRun) outbox.onPublished()
    return answer
  } catch (error) {
    throw errorOf(error as Error & Partial<Problem>)
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function rejectOnExit(thread: Worker): Promise<never> {
  await once(thread, 'exit')
  throw new Error('The thread of an import exited without a result')
}

/** Errors of a thread arrive with their fields but without their class. */
function errorOf(error: Error & Partial<Problem>) {
  const { statusCode, code = '', messages = error.message } = error
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return OUT_OF_MEMORY
  return statusCode === undefined ? error : new Problem(statusCode, code, messages, error)
}
