import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { DatabasePool } from '../database/database.ts'
import { retryOnUniqueViolation } from '../database/faults.ts'
import { elementsOf } from '../uploads/json-elements.ts'
import { elementsOfMember } from '../uploads/json-member.ts'
import { type Import, type Intake, Refusal, type Report } from './import.ts'

type Parts = { db: DatabasePool; clock: Clock }

/** Lines are read so long at once before rows on their way to the database, and other requests, have their turn. */
const MOST_AT_ONCE_MS = 1
/** So often the time is looked at. */
const LOOK_AFTER_LINES = 25
const NEXT_TRY_MS = 250

/**
 * Takes a file in: all or nothing as to the file, line by line as to its content, with no more than a batch or two of it in
 * memory. 400 when it is not JSON, not an array, or breaks off. Of a whole file nothing is kept either for a caller who has
 * gone, whose `signal` is aborted.
 */
export const importFile = <Item, Kept, Answer>(
  parts: Parts,
  path: string,
  what: Import<Item, Kept, Answer>,
  signal: AbortSignal,
): Promise<Answer> =>
  what.transaction === 'whole file' ? inOne(parts, path, what, signal) : inBatches(parts, path, what)

async function inOne<Item, Kept, Answer>(
  { db, clock }: Parts,
  path: string,
  what: Import<Item, Kept, Answer>,
  signal: AbortSignal,
): Promise<Answer> {
  for (;;) {
    const report = await retryOnUniqueViolation(() =>
      db.transaction(async tx => {
        const intake = what.open()
        if (intake.begin && !(await intake.begin(tx))) return undefined
        const report = what.report()
        await takeIn(batchesOf(path, what, signal), intake, report, items =>
          intake.keep(tx, items, clock.now()),
        )
        await intake.finish?.(tx)
        signal.throwIfAborted()
        return report
      }),
    )
    if (report) return report.answer()
    // Waiting here keeps no connection.
    await sleep(NEXT_TRY_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

async function inBatches<Item, Kept, Answer>(
  { db, clock }: Parts,
  path: string,
  what: Import<Item, Kept, Answer>,
): Promise<Answer> {
  for await (const _ of batchesOf(path, what));
  const intake = what.open()
  const report = what.report()
  await takeIn(batchesOf(path, what), intake, report, items =>
    db.transaction(tx => intake.keep(tx, items, clock.now())),
  )
  return report.answer()
}

async function* batchesOf(
  path: string,
  { batch, member }: Pick<Import<never, never, never>, 'batch' | 'member'>,
  signal?: AbortSignal,
) {
  for await (const elements of member ? elementsOfMember(path, batch, member) : elementsOf(path, batch)) {
    signal?.throwIfAborted()
    yield elements
  }
}

type Line<Item> = { line: number; item: Item }

/** While one batch is on its way to the database the next is being read. */
async function takeIn<Item, Kept>(
  batches: AsyncIterable<readonly unknown[]>,
  intake: Intake<Item, Kept>,
  report: Report<Kept, unknown>,
  keep: (items: readonly Item[]) => Promise<readonly (Kept | Refusal)[]>,
) {
  async function keepBatch(lines: readonly Line<Item>[]) {
    const sound = await withoutRefused(lines)
    if (sound.length === 0) return
    const outcomes = await keep(sound.map(({ item }) => item))
    const kept: Kept[] = []
    for (const [i, { line }] of sound.entries()) {
      const outcome = outcomes[i]
      if (outcome instanceof Refusal) report.refused(outcome, line)
      else if (outcome !== undefined) kept.push(outcome)
    }
    report.kept(kept)
  }

  async function withoutRefused(lines: readonly Line<Item>[]) {
    if (!intake.check || lines.length === 0) return lines
    const refusals = await intake.check(lines.map(({ item }) => item))
    return lines.filter(({ line }, i) => {
      const refusal = refusals[i]
      if (refusal) report.refused(refusal, line)
      return !refusal
    })
  }

  let line = 0
  let underWay: Promise<unknown> = Promise.resolve()
  try {
    for await (const elements of batches) {
      const lines: Line<Item>[] = []
      let since = performance.now()
      for (const element of elements) {
        line++
        const item = intake.read(element)
        if (item instanceof Refusal) report.refused(item, line)
        else lines.push({ line, item })
        if (line % LOOK_AFTER_LINES === 0 && performance.now() - since > MOST_AT_ONCE_MS) {
          await setImmediate()
          since = performance.now()
        }
      }
      await underWay
      underWay = keepBatch(lines)
      underWay.catch(() => {})
    }
  } finally {
    await underWay
  }
}
