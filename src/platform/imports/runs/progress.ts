import { setInterval } from 'node:timers'
import type { Clock } from '../../clock.ts'
import type { DatabasePool, Tx } from '../../database/database.ts'
import { CANCELLED, type ImportAnswer, type ImportOptions } from '../import.ts'
import { endRun, recordProgress } from './store.ts'

const INTERVAL_MS = 1_000

/** The number of bytes and lines of a file that have been read. */
export type Progress = { bytes: number; lines: number }

/**
 * Runs an import and records its progress once a second. Separate transactions do that, because changes in the import's
 * own transaction are visible only after its commit. Aborts the import if it has been cancelled in the meantime.
 */
export async function withProgress<T>(
  db: DatabasePool,
  run: number,
  signal: AbortSignal,
  work: (progress: Progress, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const progress = { bytes: 0, lines: 0 }
  const cancelled = new AbortController()
  let recording: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    recording = recording
      .then(() => db.transaction(tx => recordProgress(tx, run, progress)))
      .then(
        found => found === 0 && cancelled.abort(CANCELLED),
        // The next interval tries again.
        () => {},
      )
  }, INTERVAL_MS)
  try {
    return await work(progress, AbortSignal.any([signal, cancelled.signal]))
  } finally {
    clearInterval(timer)
    await recording
  }
}

/**
 * Returns a function that ends a background import in the transaction of its rows, because a crash between two
 * transactions would import the file twice; undefined for a dry run or without a run. If the import has just been
 * cancelled, the function throws, so that nothing is stored.
 */
export const createRunEnd = (clock: Clock, { run, dryRun }: ImportOptions) =>
  run === undefined || dryRun
    ? undefined
    : async (tx: Tx, answer: ImportAnswer) => {
        if (!(await endRun(tx, run, answer, clock.now()))) throw CANCELLED
      }
