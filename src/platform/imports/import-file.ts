import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../clock.ts'
import type { DatabasePool, Tx } from '../database/database.ts'
import { retryOnUniqueViolation } from '../database/faults.ts'
import { type Batch, ExcessCells, readRecords } from '../uploads/csv-records.ts'
import { readElements } from '../uploads/json-elements.ts'
import { readElementsOfMember } from '../uploads/json-member.ts'
import type { ReceivedFile } from '../uploads/temporary-file.ts'
import { createCellReader } from './cells.ts'
import { type Import, type ImportOptions, type Intake, Refusal, type Report } from './import.ts'
import { createPreview } from './preview.ts'
import { type Progress, withProgress } from './runs/progress.ts'
import { createUnknownNames, numberElements } from './unknown-names.ts'

/** Lines are parsed for about this long before the event loop serves the database connection and other requests. */
const MAX_BLOCKING_MS = 1
/** The number of lines after which the time is checked. */
const TIME_CHECK_LINES = 25
const RETRY_MS = 250

/**
 * Imports a file. An invalid file changes nothing; an invalid line is reported and the others are stored. At most two
 * batches are in memory. Throws a 400 if the file is not valid JSON or CSV, not an array, or truncated. If `signal`
 * aborts, a `whole file` import is rolled back; an `each batch` import stops only if it runs in the background.
 */
export function importFile<Item, Stored, Answer>(
  { db, clock }: { db: DatabasePool; clock: Clock },
  file: ReceivedFile,
  what: Import<Item, Stored, Answer>,
  options: ImportOptions,
): Promise<Answer> {
  const { run, signal } = options
  const unknownNames = createUnknownNames(what.shape)
  const preview = createPreview(what.shape)
  const work = { db, clock, file, what, options, unknownNames, preview, progress: { bytes: 0, lines: 0 } }
  const importAll = what.transaction === 'whole file' ? inOneTransaction : inBatches
  if (run === undefined) return importAll(work)
  return withProgress(db, run, signal, (progress, signal) =>
    importAll({ ...work, options: { ...options, signal }, progress }),
  )
}

type Work<Item, Stored, Answer> = {
  db: DatabasePool
  clock: Clock
  file: ReceivedFile
  what: Import<Item, Stored, Answer>
  options: ImportOptions
  unknownNames: ReturnType<typeof createUnknownNames>
  preview: ReturnType<typeof createPreview>
  progress: Progress
}

/** Returns the answer of an import; that of a dry run shows how the file was understood. */
const answerOf = <Item, Stored, Answer>(
  { options: { dryRun }, unknownNames, preview }: Work<Item, Stored, Answer>,
  report: Report<Stored, Answer>,
) => report.answer(unknownNames.list(), dryRun ? preview.answer() : {})

/** Thrown to roll back a transaction of a dry run. */
const ROLLED_BACK = new Error('A dry run stores nothing')

/** Runs a transaction and rolls it back for a dry run. */
async function transaction<T>(db: DatabasePool, { dryRun }: ImportOptions, work: (tx: Tx) => Promise<T>) {
  if (!dryRun) return db.transaction(work)
  let result: T | undefined
  const undone = db.transaction(async (tx): Promise<never> => {
    result = await work(tx)
    throw ROLLED_BACK
  })
  return undone.catch(error => {
    if (error !== ROLLED_BACK) throw error
    return result as T
  })
}

async function inOneTransaction<Item, Stored, Answer>(work: Work<Item, Stored, Answer>): Promise<Answer> {
  const { db, clock, what, options, progress } = work
  const { signal } = options
  for (;;) {
    Object.assign(progress, { bytes: 0, lines: 0 })
    const report = await retryOnUniqueViolation(() =>
      transaction(db, options, async tx => {
        const intake = what.open()
        if (intake.begin && !(await intake.begin(tx))) return undefined
        const report = what.report()
        await importBatches(work, batchesOf(work, signal), intake, report, (items, lines) =>
          intake.store(tx, items, clock.now(), lines),
        )
        await intake.finish?.(tx)
        signal.throwIfAborted()
        await what.end?.(tx, answerOf(work, report))
        return report
      }),
    )
    if (report) return answerOf(work, report)
    // No connection is held during this wait.
    await sleep(RETRY_MS, undefined, { signal }).catch(() => signal.throwIfAborted())
  }
}

async function inBatches<Item, Stored, Answer>(work: Work<Item, Stored, Answer>): Promise<Answer> {
  const { db, clock, what, options } = work
  // Committed batches are already visible, so an import continues after its caller disconnects. A background import stops,
  // because it is restarted or was cancelled.
  const signal = options.run === undefined ? undefined : options.signal
  for await (const _ of batchesOf({ ...work, progress: { bytes: 0, lines: 0 } }, signal));
  const intake = what.open()
  const report = what.report()
  await importBatches(work, batchesOf(work, signal), intake, report, (items, lines) =>
    transaction(db, options, tx => intake.store(tx, items, clock.now(), lines)),
  )
  return answerOf(work, report)
}

async function* batchesOf<Item, Stored, Answer>(
  {
    file: { path, format },
    what: { batch, member, shape, headers },
    unknownNames,
    preview,
    progress,
  }: Work<Item, Stored, Answer>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Batch> {
  const onRead = (bytes: number) => {
    progress.bytes += bytes
  }
  const json = () => (member ? readElementsOfMember(path, batch, member) : readElements(path, batch, onRead))
  const readCells = createCellReader(shape, unknownNames.add, headers, preview.setColumns)
  const csv = () => readRecords(path, batch, readCells, onRead)
  for await (const batch of format === 'csv' ? csv() : numberElements(json(), unknownNames.addFieldsOf)) {
    signal?.throwIfAborted()
    yield batch
    progress.lines += batch.elements.length
  }
}

type Line<Item> = { line: number; item: Item; cells: readonly string[] | undefined }

/** Stores one batch while the next is being read. */
async function importBatches<Item, Stored>(
  { preview }: Pick<Work<Item, Stored, unknown>, 'preview'>,
  batches: AsyncIterable<Batch>,
  intake: Intake<Item, Stored>,
  report: Report<Stored, unknown>,
  store: (items: readonly Item[], lines: readonly number[]) => Promise<readonly (Stored | Refusal)[]>,
) {
  const refuse = (refusal: Refusal, line: number, cells: Line<Item>['cells']) =>
    report.refused(refusal, line, preview.findCell(refusal.error, cells))

  async function storeBatch(lines: readonly Line<Item>[]) {
    const sound = await prepare(lines)
    if (sound.length === 0) return
    const items = sound.map(({ item }) => item)
    const outcomes = await store(
      items,
      sound.map(({ line }) => line),
    )
    const stored: Stored[] = []
    for (const [i, { line, item, cells }] of sound.entries()) {
      const outcome = outcomes[i]
      if (outcome instanceof Refusal) {
        refuse(outcome, line, cells)
        continue
      }
      if (outcome !== undefined) stored.push(outcome)
      preview.setOutcome(line, outcome)
      for (const warning of intake.findWarnings?.(item) ?? []) report.warned?.(warning, line)
    }
    report.kept(stored)
  }

  async function prepare(lines: readonly Line<Item>[]) {
    if (!intake.prepare || lines.length === 0) return lines
    const prepared = await intake.prepare(lines.map(({ item }) => item))
    return lines.flatMap(({ line, cells }, i): Line<Item>[] => {
      // Each item has a result.
      const item = prepared[i]!
      if (!(item instanceof Refusal)) return [{ line, item, cells }]
      refuse(item, line, cells)
      return []
    })
  }

  let storing: Promise<unknown> = Promise.resolve()
  try {
    for await (const batch of batches) {
      const lines: Line<Item>[] = []
      let since = performance.now()
      for (const [i, element] of batch.elements.entries()) {
        // Each element has a line.
        const line = batch.lines[i]!
        const cells = batch.cells?.[i]
        preview.add(line, element)
        const item = element instanceof ExcessCells ? new Refusal(element.message) : intake.read(element)
        if (item instanceof Refusal) refuse(item, line, cells)
        else lines.push({ line, item, cells })
        if (i % TIME_CHECK_LINES === 0 && performance.now() - since > MAX_BLOCKING_MS) {
          await setImmediate()
          since = performance.now()
        }
      }
      await storing
      storing = storeBatch(lines)
      storing.catch(() => {})
    }
  } finally {
    await storing
  }
}
