import { isDeepStrictEqual } from 'node:util'
import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import { createPendingListMerger, mergePendingLists } from '../../platform/database/pending-lists.ts'
import { type Intake, type Outcome, Refusal } from '../../platform/imports/import.ts'
import { createValidator } from '../../platform/imports/line-validator.ts'
import { applyDefaults, defineChangeSchema, defineCreationSchema, pickChanges } from '../fields.ts'
import { type AddressConfig, shortenPhotos } from '../pictures/addresses.ts'
import { markPictures } from '../pictures/uses.ts'
import { announceNewProducts, announceProducts } from '../products/announce.ts'
import { recordPrices } from '../products/prices.ts'
import { findBreach, findChangeBreach, findInactiveComplements, takenMessage } from '../records/rules.ts'
import { changeRecords, findRecordsBy, lockRecords } from '../records/store.ts'
import type { Resource } from '../resources.ts'
import { createCountChanges, type StoredRecord, type Values } from '../store.ts'
import { createCreatedLines } from './created-lines.ts'
import type { LineChecks } from './product-lines.ts'
import { analyzeRecords, copyRecords, prepareImport, reserveIds, tryLockImport } from './store.ts'

/** A line of a file; `error` is the reason why it cannot create a record, if it cannot. */
type Line = { body: Values; error: string | undefined }

/**
 * A record after the lines of a batch; `before` is its state before them, absent if they create it, and `line` the line
 * of the file that creates it, if any.
 */
type State = { before?: StoredRecord; after: Values; line?: number | undefined }

/**
 * `present`: the records with the keys of the lines; `inactive`: the complement ids that are not active products;
 * `lineOf`: returns the line that created a record in an earlier batch.
 */
type Existing = {
  present: readonly StoredRecord[]
  inactive: ReadonlySet<number>
  lineOf: (id: number) => number | undefined
}

/** Returns the field by which a line identifies its record. */
const keyFieldOf = ({ unique, identifying }: Resource) => unique ?? identifying

/**
 * Plans lines one after another, so that a line sees the effect of earlier ones. With `upsert`, a line changes the
 * record with its key or creates it; a key of several records is rejected. Without it, a line with a taken unique value
 * is rejected.
 */
function planLines(
  resource: Resource,
  lines: readonly Line[],
  numbers: readonly number[],
  { present, inactive, lineOf }: Existing,
  upsert: boolean,
) {
  const field = keyFieldOf(resource)
  const found = Map.groupBy(present, record => record[field])
  const states = new Map<unknown, State>()

  const outcomes = lines.map((line, i): Outcome | Refusal => {
    const { body, error } = line
    // Names are not unique, so without `upsert` each line creates a record.
    const key = upsert || resource.unique ? body[field] : line
    const [before, another] = found.get(key) ?? []
    if (another)
      return new Refusal(`Several ${resource.many.toLowerCase()} have the ${field} ${key}; change them by id`)
    const state = states.get(key) ?? (before && { before, after: before })
    if (!state || !upsert) {
      const after = applyDefaults(resource.fields, body)
      const breach = error ?? findBreach(resource, after, inactive)
      if (breach) return new Refusal(breach)
      if (state) {
        const line = state.line ?? (before && lineOf(before.id))
        return new Refusal(addLine(takenMessage(resource, after), line))
      }
      states.set(key, { after, line: numbers[i] })
      return 'created'
    }
    const values = pickChanges(resource.fields, body)
    const breach = findChangeBreach(resource, state.after, values, id => inactive.has(id))
    if (breach) return new Refusal(breach)
    const changed = Object.keys(values).filter(name => !isDeepStrictEqual(values[name], state.after[name]))
    if (changed.length === 0) return 'unchanged'
    states.set(key, { ...state, after: { ...state.after, ...values } })
    return { before: Object.fromEntries(changed.map(name => [name, state.after[name]])) }
  })
  return { outcomes, states }
}

/** Adds the line that a duplicate repeats, if that line is in the same file. */
export const addLine = (message: string, line: number | undefined) =>
  line === undefined ? message : `${message}, on line ${line}`

export type ImportParts = Pick<Platform<never>, 'db' | 'clock' | 'outbox'> & { config: AddressConfig }
type Change = { before: StoredRecord; after: StoredRecord }

/** From this number of written records on, statistics are refreshed and pending lists of indexes merged. */
const MANY = 1_000
const tableName = ({ table }: Resource) => `reference.${table}`

/**
 * Returns an intake of creation bodies of a resource. With `upsert`, a line changes the given fields of the record with
 * the same ean, code or name; only lines that create a record need all required fields.
 */
export function createRecordIntake(
  platform: ImportParts,
  resource: Resource,
  upsert: boolean,
  checks?: LineChecks,
): Intake<Line, Outcome> {
  const key = keyFieldOf(resource)
  const checkNew = createValidator(defineCreationSchema(resource.fields), 'line')
  const checkChange = createValidator({ ...defineChangeSchema(resource.fields), required: [key] }, 'line')
  const counts = createCountChanges(resource)
  const createdLines = createCreatedLines()
  // Errors are ignored, because the refresh of the statistics merges the pending lists too.
  const schedulePendingListMerge = createPendingListMerger(platform.db, [tableName(resource)], () => {})

  function read(element: unknown): Line | Refusal {
    const error = checkNew(element)
    const invalid = upsert && error !== undefined ? checkChange(element) : error
    if (invalid !== undefined) return new Refusal(invalid)
    // A valid element is an object.
    const body = element as Values
    shortenPhotos(platform.config, [body])
    const refusal = checks?.findError(body)
    return refusal === undefined ? { body, error } : new Refusal(refusal)
  }

  /** Plans the lines, locks the records that they change, and plans the lines again on the locked state. */
  async function plan(tx: Tx, lines: readonly Line[], numbers: readonly number[]) {
    const bodies = lines.map(({ body }) => body)
    const inactive = await findInactiveComplements(tx, bodies)
    const keys = upsert || resource.unique ? bodies.map(body => body[key]) : []
    const present = await findRecordsBy(tx, resource, key, keys)
    const lineOf = createdLines.find
    const planned = planLines(resource, lines, numbers, { present, inactive, lineOf }, upsert)
    const ids = new Set([...planned.states.values()].flatMap(({ before }) => before?.id ?? []))
    if (ids.size === 0) return planned
    const locked = new Map((await lockRecords(tx, resource, [...ids])).map(record => [record.id, record]))
    const current = present.flatMap(record => (ids.has(record.id) ? (locked.get(record.id) ?? []) : record))
    return planLines(resource, lines, numbers, { present: current, inactive, lineOf }, upsert)
  }

  async function update(tx: Tx, changes: readonly Change[], now: Date) {
    if (changes.length === 0) return
    const after = changes.map(change => change.after)
    await changeRecords(tx, resource, after, now)
    await recordPrices(tx, resource, changes, now)
    await markPictures(tx, [...changes.map(({ before }) => before), ...after], now)
    const ids = after.map(({ id }) => id)
    if (resource.announced) await announceProducts(tx, platform, ids)
    for (const { before } of changes) counts.removed(before)
    for (const record of after) counts.added(record)
  }

  async function insert(tx: Tx, created: readonly State[], now: Date) {
    if (created.length === 0) return
    const ids = await reserveIds(tx, resource, created.length)
    // `reserveIds` returns one id per record.
    const records = created.map(({ after }, i) => ({ id: ids[i]!, ...after, createdAt: now }))
    for (const record of records) counts.added(record)
    // Each created record has a line.
    for (const [i, { line }] of created.entries()) createdLines.add(ids[i]!, line!)
    await markPictures(tx, records, now)
    // Events are inserted concurrently, so that the database works while rows are formatted.
    const announced = resource.announced ? announceNewProducts(tx, platform, records) : undefined
    await Promise.all([announced, copyRecords(tx, resource, records, now)])
    if (records.length >= MANY) schedulePendingListMerge()
  }

  return {
    read,
    async begin(tx) {
      const isFirst = await tryLockImport(tx, resource)
      if (isFirst) await prepareImport(tx)
      return isFirst
    },
    findWarnings: checks && (({ body }) => checks.findWarnings(body)),
    async store(tx, lines, now, numbers) {
      const { outcomes, states } = await plan(tx, lines, numbers)
      const [created, changes]: [State[], Change[]] = [[], []]
      for (const state of states.values()) {
        const { before, after } = state
        if (before) changes.push({ before, after: { ...before, ...after } })
        else created.push(state)
      }
      await update(tx, changes, now)
      await insert(tx, created, now)
      return outcomes
    },
    finish: tx => counts.write(tx),
  }
}

/**
 * Refreshes the statistics of a table after many writes, because those of an empty table lead to slow plans, and merges
 * the pending lists of its indexes. Failures are logged: the import has already been committed.
 */
export async function refreshStatistics({ db, log }: Platform<never>, resource: Resource, written: number) {
  if (written < MANY) return
  await db
    .transaction(tx => analyzeRecords(tx, resource))
    .then(() => mergePendingLists(db, [tableName(resource)]))
    .catch(error => log.warn({ err: error }, `Could not refresh the statistics of ${resource.name}`))
}
