import { describeChange } from '../../platform/audit/describe.ts'
import type { Tx } from '../../platform/database/database.ts'
import { retryOnUniqueViolation } from '../../platform/database/faults.ts'
import type { AcceptedVersions } from '../../platform/http/conditional.ts'
import { Problem } from '../../platform/problem.ts'
import type { ResourceContext } from '../context.ts'
import { applyDefaults, pickChanges } from '../fields.ts'
import { completePhotos, shortenPhotos } from '../pictures/addresses.ts'
import { markPictures } from '../pictures/uses.ts'
import { announceNewProducts, announceProducts } from '../products/announce.ts'
import { recordPrices } from '../products/prices.ts'
import { createCountChanges, type NewRecord, type StoredRecord, type Values } from '../store.ts'
import { type Change, planChanges } from './plan-changes.ts'
import { findBreach, findInactiveComplements, takenMessage } from './rules.ts'
import { assignTemporaryValues, changeRecords, findRecordsBy, insertRecord, lockRecords } from './store.ts'

/** Records before and after a change, in any order. Created records are only in `after`, deleted ones only in `before`. */
type Followed = { before: readonly NewRecord[]; after: readonly NewRecord[] }

/** Updates the counters and, if other areas keep copies, announces the changed records in the transaction of the change. */
export async function recordChange(tx: Tx, context: ResourceContext, { before, after }: Followed) {
  const { resource, clock } = context
  await markPictures(tx, [...before, ...after], clock.now())
  const ids = before.map(({ id }) => id)
  if (resource.announced && ids.length === 0) await announceNewProducts(tx, context, after)
  else if (resource.announced) await announceProducts(tx, context, ids)
  const counts = createCountChanges(resource)
  for (const record of before) counts.removed(record)
  for (const record of after) counts.added(record)
  await counts.write(tx)
}

/** Creates a record and returns it for the answer. Throws 422 if a business rule forbids it or another record has its unique value. */
export async function createRecord(context: ResourceContext, body: Values): Promise<StoredRecord> {
  const { db, clock, config, resource } = context
  shortenPhotos(config, [body])
  const values = applyDefaults(resource.fields, body)
  const now = clock.now()
  return db.transaction(async tx => {
    const breach = findBreach(resource, values, await findInactiveComplements(tx, [values]))
    if (breach) throw new Problem(422, 'valeur-refusee', breach)
    const id = await insertRecord(tx, resource, values, now)
    if (id === undefined) throw new Problem(422, 'valeur-prise', takenMessage(resource, values))
    await recordChange(tx, context, { before: [], after: [{ id, ...values, createdAt: now }] })
    const record = { id, ...values, createdAt: now, updatedAt: now }
    completePhotos(config, [record])
    return record
  })
}

/** Returns the name of a record for the audit trail; null for a supplier, whose name may be that of a person. */
export const labelOf = ({ nom }: StoredRecord) => (typeof nom === 'string' ? nom : null)

type Outcome = { record: StoredRecord | undefined; error: Problem | undefined }

/**
 * Changes the fields in the body. Throws 404 for an unknown record, 412 if it has changed since the caller read it
 * (`seen`), 422 if a business rule forbids the change or another record has the unique value.
 */
export async function changeOneRecord(
  context: ResourceContext,
  id: number,
  body: Values,
  seen?: AcceptedVersions,
): Promise<StoredRecord> {
  shortenPhotos(context.config, [body])
  const [outcome] = await changeManyRecords(context, [
    { id, values: pickChanges(context.resource.fields, body), seen },
  ])
  // An outcome with an error also contains the record, if it exists.
  if (outcome?.error) throw outcome.error
  if (!outcome?.record) throw new Error('A change has no outcome')
  completePhotos(context.config, [outcome.record])
  return outcome.record
}

/**
 * Applies the valid changes in one transaction and returns the outcome of every change, by position. Starts again if
 * another transaction has taken a unique value in the meantime.
 */
export const changeManyRecords = (context: ResourceContext, changes: readonly Change[]) =>
  retryOnUniqueViolation(() => context.db.transaction(tx => change(tx, context, changes)))

async function change(tx: Tx, context: ResourceContext, changes: readonly Change[]): Promise<Outcome[]> {
  const { clock, resource } = context
  const { unique } = resource
  const ids = [...new Set(changes.map(({ id }) => id))]
  const records = new Map((await lockRecords(tx, resource, ids)).map(record => [record.id, record]))
  const keys = unique ? changes.flatMap(({ values }) => values[unique] ?? []) : []
  const holding = unique && keys.length > 0 ? await findRecordsBy(tx, resource, unique, keys) : []
  const holders = new Map(holding.map(record => [record[unique ?? ''] as string, record.id]))
  const wanted = changes.map(({ values }) => values)
  const inactive = await findInactiveComplements(tx, wanted)
  const { errors, after } = planChanges(resource, { records, holders, inactive }, changes)

  const movers = [...after.values()].flatMap(record => {
    const holder = unique && holders.get(record[unique] as string)
    return holder && holder !== record.id ? [holder] : []
  })
  if (unique && movers.length > 0) await assignTemporaryValues(tx, resource, unique, movers)
  const now = clock.now()
  const rows = after.size > 0 ? await changeRecords(tx, resource, [...after.values()], now) : []
  const changed = rows.flatMap(after => {
    const before = records.get(after.id)
    return before ? [{ before, after }] : []
  })
  const withheld = Object.entries(resource.fields).flatMap(([name, { personal }]) => (personal ? [name] : []))
  for (const { before, after } of changed)
    describeChange({ record: after.id, label: labelOf(after), before, after, withheld })
  await recordPrices(tx, resource, changed, now)
  const before = changed.map(change => change.before)
  if (rows.length > 0) await recordChange(tx, context, { before, after: rows })
  const current = new Map([...records.values(), ...rows].map(record => [record.id, record]))
  return changes.map(({ id }, at) => ({ record: current.get(id), error: errors[at] }))
}
