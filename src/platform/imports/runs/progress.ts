import { setInterval } from 'node:timers'
import type { Clock } from '../../clock.ts'
import type { DatabasePool, Tx } from '../../database/database.ts'
import { CANCELLED, type ImportAnswer, type ImportOptions } from '../import.ts'
import { endRun, noteProgress } from './store.ts'

const EVERY_MS = 1_000

/** How much of a file has been read. */
export type Progress = { bytes: number; lines: number }

/**
 * Has an import run and notes once a second how far it has got, on a connection of its own: the rows themselves are seen
 * only once all of them are kept. Ends the import when it has been given up meanwhile.
 */
export async function withProgress<T>(
  db: DatabasePool,
  run: number,
  signal: AbortSignal,
  work: (progress: Progress, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const progress = { bytes: 0, lines: 0 }
  const givenUp = new AbortController()
  let noting: Promise<unknown> = Promise.resolve()
  const timer = setInterval(() => {
    noting = noting
      .then(() => db.transaction(tx => noteProgress(tx, run, progress)))
      .then(
        found => found === 0 && givenUp.abort(CANCELLED),
        // The next second tries again.
        () => {},
      )
  }, EVERY_MS)
  try {
    return await work(progress, AbortSignal.any([signal, givenUp.signal]))
  } finally {
    clearInterval(timer)
    await noting
  }
}

/**
 * Ends an import that goes on by itself in the transaction of its rows: a crash between the two would take the file in
 * twice, and one that was given up in the last moment keeps nothing.
 */
export const endOf = (clock: Clock, { run, dryRun }: ImportOptions) =>
  run === undefined || dryRun
    ? undefined
    : async (tx: Tx, answer: ImportAnswer) => {
        if (!(await endRun(tx, run, answer, clock.now()))) throw CANCELLED
      }
