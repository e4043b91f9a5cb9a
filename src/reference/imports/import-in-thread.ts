import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { Platform } from '../../platform/area.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { ImportOptions } from '../../platform/imports/import.ts'
import type { ImportAnswer } from '../../platform/imports/line-report.ts'
import { type CarriedTrace, carryTrace } from '../../platform/trace.ts'
import type { LaidDown } from '../../platform/uploads/temporary-file.ts'
import type { Imported } from './imports.ts'

/** What a thread is told to do. */
export type Order = {
  databaseUrl: string
  multiplier: number
  file: LaidDown
  name: Imported['name']
  dryRun: boolean
  upsert: boolean
  run: number | undefined
  /** The request that asks, and who is audited for it. */
  trace: CarriedTrace | undefined
}
type Fault = {
  message: string
  stack?: string
  code?: string
  problem?: { status: number; code: string; messages: string | string[] }
}
export type Ended = { result: ImportAnswer; fault?: undefined } | { fault: Fault }

/** An error in a form that crosses between threads. */
export const tell = (error: Error & { code?: string }): Fault => ({
  message: error.message,
  ...(error.stack ? { stack: error.stack } : {}),
  ...(error.code ? { code: error.code } : {}),
  ...(error instanceof Problem
    ? { problem: { status: error.statusCode, code: error.code, messages: error.messages } }
    : {}),
})

const heard = ({ problem, message, ...rest }: Fault) =>
  problem
    ? new Problem(problem.status, problem.code, problem.messages)
    : Object.assign(new Error(message), rest)

/** What one batch and the next need, with room. A file that wants more ends its own import and nothing else. */
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32 }

/** The limit is the same for every file: another try would end as this one. */
const TOO_HEAVY = new Problem(
  400,
  'fichier-invalide',
  'The file has elements that take more memory than an import has',
)

/**
 * Takes a file in on a thread and with connections of its own. To read a row costs as much as PostgreSQL needs to write
 * it: so the two go on beside each other, and other requests do not wait for either.
 */
export async function importInThread(
  { db, clock, outbox }: Platform<never>,
  name: Imported['name'],
  file: LaidDown,
  { signal, dryRun, upsert, run }: ImportOptions & { upsert: boolean },
  resourceLimits = LIMITS,
): Promise<ImportAnswer> {
  const order: Order = {
    databaseUrl: db.url,
    multiplier: clock.multiplier,
    ...{ file, name, dryRun, upsert, run },
    trace: carryTrace(),
  }
  const thread = new Worker(new URL('./import-thread.ts', import.meta.url), {
    workerData: order,
    resourceLimits,
  })
  const leave = () => thread.postMessage('gone')
  signal.addEventListener('abort', leave)
  if (signal.aborted) leave()
  try {
    const [ended] = (await Promise.race([once(thread, 'message'), withoutWord(thread)])) as [Ended]
    if (ended.fault) throw heard(ended.fault)
    if (!dryRun) outbox.onPublished()
    return ended.result
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY' ? TOO_HEAVY : error
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

async function withoutWord(thread: Worker): Promise<never> {
  await once(thread, 'exit')
  throw new Error('A thread ended without a word')
}
