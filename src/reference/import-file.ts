import type { Clock } from '../platform/clock.ts'
import type { DatabasePool, Tx } from '../platform/database/database.ts'
import { elementsOf } from './json-elements.ts'
import type { Values } from './store/records.ts'

/** What takes the lines of one import in, whatever they are. */
export type Intake = {
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

const BATCH = 1_000
/** All bad lines are counted; so many are told, so that the answer to a file without end has one. */
const MOST_ERRORS = 10_000

/**
 * Takes a file in within one transaction: all of it is read, or nothing is kept; each line stands for itself. While one
 * batch is on its way to the database the next is being read.
 */
export function importFile(
  { db, clock }: { db: DatabasePool; clock: Clock },
  path: string,
  open: () => Intake,
): Promise<ImportResult> {
  return db.transaction(async tx => {
    const intake = open()
    const result: ImportResult = { succes: true, created: 0, failed: 0, errors: [] }
    let line = 0

    const refuse = (at: number, error: string) => {
      result.failed++
      if (result.errors.length < MOST_ERRORS) result.errors.push({ line: at, error })
    }

    async function keep(batch: { line: number; values: Values }[]) {
      if (batch.length === 0) return
      const faults = await intake.keep(
        tx,
        batch.map(({ values }) => values),
        clock.now(),
      )
      batch.forEach((entry, i) => {
        const fault = faults[i]
        if (fault === undefined) result.created++
        else refuse(entry.line, fault)
      })
    }

    let underWay: Promise<unknown> = Promise.resolve()
    try {
      for await (const elements of elementsOf(path, BATCH)) {
        const batch: { line: number; values: Values }[] = []
        for (const element of elements) {
          line++
          const values = intake.read(element)
          if (typeof values === 'string') refuse(line, values)
          else batch.push({ line, values })
        }
        await underWay
        underWay = keep(batch)
        underWay.catch(() => {})
      }
    } finally {
      await underWay
    }
    await intake.finish?.(tx)
    result.errors.sort((a, b) => a.line - b.line)
    result.succes = result.failed === 0
    return result
  })
}
