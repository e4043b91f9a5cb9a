import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import { retryOnUniqueViolation } from '../../platform/database/faults.ts'
import type { Seen } from '../../platform/http/conditional.ts'
import type { Problem } from '../../platform/problem.ts'
import { changed } from '../fields.ts'
import type { Resource } from '../resources.ts'
import type { StoredRecord, Values } from '../store.ts'
import { followChange } from './follow-change.ts'
import { type Change, planChanges } from './plan-changes.ts'
import { findInactiveComplements } from './rules.ts'
import { changeRecords, findHolders, lockRecords, releaseUnique } from './store.ts'

export type Outcome = { record: StoredRecord | undefined; fault: Problem | undefined }

/** Changes the fields that the body names. 404 unknown, 412 no longer as `seen`, 422 when a business rule forbids it. */
export async function changeOneRecord(
  platform: Platform<never>,
  resource: Resource,
  id: number,
  body: Values,
  seen?: Seen,
): Promise<StoredRecord> {
  const [outcome] = await changeManyRecords(platform, resource, [
    { id, values: changed(resource.fields, body), seen },
  ])
  // A fault may come with the record as it is.
  if (outcome?.fault) throw outcome.fault
  if (!outcome?.record) throw new Error('A change has no outcome')
  return outcome.record
}

/** Makes the changes that can be made, all in one transaction; tells of each what became of its record. */
export const changeManyRecords = (
  platform: Platform<never>,
  resource: Resource,
  changes: readonly Change[],
): Promise<Outcome[]> =>
  retryOnUniqueViolation(() => platform.db.transaction(tx => change(tx, platform, resource, changes)))

async function change(
  tx: Tx,
  platform: Platform<never>,
  resource: Resource,
  changes: readonly Change[],
): Promise<Outcome[]> {
  const { unique } = resource
  const ids = [...new Set(changes.map(({ id }) => id))]
  const records = new Map((await lockRecords(tx, resource, ids)).map(record => [record.id, record]))
  const keys = unique ? changes.flatMap(({ values }) => (values[unique] as string | undefined) ?? []) : []
  const holders = keys.length > 0 ? await findHolders(tx, resource, keys) : new Map<string, number>()
  const inactive = await findInactiveComplements(
    tx,
    changes.map(({ values }) => values),
  )
  const { faults, after } = planChanges(resource, { records, holders, inactive }, changes)

  const movers = [...after.values()].flatMap(record => {
    const holder = unique && holders.get(record[unique] as string)
    return holder && holder !== record.id ? [holder] : []
  })
  if (movers.length > 0) await releaseUnique(tx, resource, movers)
  const written = await write(tx, platform, resource, records, [...after.values()])
  return changes.map(({ id }, at) => ({ record: written.get(id) ?? records.get(id), fault: faults[at] }))
}

async function write(
  tx: Tx,
  platform: Platform<never>,
  resource: Resource,
  before: ReadonlyMap<number, StoredRecord>,
  after: readonly StoredRecord[],
) {
  if (after.length === 0) return new Map<number, StoredRecord>()
  const rows = await changeRecords(tx, resource, after, platform.clock.now())
  await followChange(tx, platform, resource, {
    before: rows.flatMap(({ id }) => before.get(id) ?? []),
    after: rows,
  })
  return new Map(rows.map(row => [row.id, row]))
}
