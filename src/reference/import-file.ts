import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../platform/area.ts'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import { elementsOf } from '../platform/uploads/json-elements.ts'
import { lookAgain } from './rules.ts'
import type { Values } from './store/records.ts'

/** What an import stands on. */
export type ImportParts = Pick<Platform<never>, 'db' | 'clock' | 'outbox'>

/** What takes the lines of one import in, whatever they are. */
export type Intake = {
  /** The first act of the transaction; false: not now, another import has the turn. */
  begin?(tx: Tx): Promise<boolean>
  /** The record that an element makes, or what is wrong with it. */
  read(element: unknown): Values | string
  /** Keeps the records; what is wrong with each by position, undefined where nothing is. */
  keep(tx: Tx, records: readonly Values[], now: Date): Promise<(string | undefined)[]>
  /** The last act of the transaction. */
  finish?(tx: Tx): Promise<unknown>
}

export type ImportResult = {
  succes: boolean
  created: number
  failed: number
  errors: { line: number; error: string }[]
}

const BATCH = 2_000
/** So many lines are read at once before rows on their way to the database, and other requests, have their turn: 1 ms. */
const READ_AT_ONCE = 50
/** All bad lines are counted; so many are told, so that the answer to a file without end has one. */
const MOST_ERRORS = 10_000
const NEXT_TRY_MS = 250

/**
 * Takes a file in within one transaction: all of it is read, or nothing is kept; each line stands for itself. Nothing is
 * kept either for a caller who has gone, whose `signal` is aborted.
 */
export async function importFile(
  { db, clock }: ImportParts,
  path: string,
  open: () => Intake,
  signal: AbortSignal,
): Promise<ImportResult> {
  for (;;) {
    const result = await lookAgain(() =>
      db.transaction(async tx => {
        const intake = open()
        if (intake.begin && !(await intake.begin(tx))) return undefined
        const result = await takeIn(tx, clock, path, intake, signal)
        await intake.finish?.(tx)
        signal.throwIfAborted()
        return result
      }),
    )
    if (result) return result
    // Waiting here keeps no connection.
    await sleep(NEXT_TRY_MS, undefined, { signal })
  }
}

/** While one batch is on its way to the database the next is being read. */
async function takeIn(tx: Tx, clock: Clock, path: string, intake: Intake, signal: AbortSignal) {
  const tell = teller()
  let line = 0

  async function keep(batch: { line: number; values: Values }[]) {
    if (batch.length === 0) return
    const faults = await intake.keep(
      tx,
      batch.map(({ values }) => values),
      clock.now(),
    )
    batch.forEach((entry, i) => {
      tell.of(entry.line, faults[i])
    })
  }

  let underWay: Promise<unknown> = Promise.resolve()
  try {
    for await (const elements of elementsOf(path, BATCH)) {
      signal.throwIfAborted()
      const batch: { line: number; values: Values }[] = []
      for (const element of elements) {
        line++
        const values = intake.read(element)
        if (typeof values === 'string') tell.of(line, values)
        else batch.push({ line, values })
        if (line % READ_AT_ONCE === 0) await setImmediate()
      }
      await underWay
      underWay = keep(batch)
      underWay.catch(() => {})
    }
  } finally {
    await underWay
  }
  return tell.result()
}

function teller() {
  let created = 0
  let failed = 0
  const errors: ImportResult['errors'] = []
  return {
    of(line: number, error: string | undefined) {
      if (error === undefined) created++
      else if (++failed <= MOST_ERRORS) errors.push({ line, error })
    },
    result: (): ImportResult => ({
      succes: failed === 0,
      created,
      failed,
      errors: errors.sort((a, b) => a.line - b.line),
    }),
  }
}
