import type { Platform } from '../../platform/area.ts'
import { Problem } from '../../platform/problem.ts'
import { completed } from '../fields.ts'
import type { Resource } from '../resources.ts'
import type { StoredRecord, Values } from '../store.ts'
import { followChange } from './follow-change.ts'
import { breachOf, findInactiveComplements, isTaken } from './rules.ts'
import { insertRecords } from './store.ts'

/** Creates a record. 422 when a business rule forbids it or its unique field is taken. */
export async function createRecord(
  platform: Platform<never>,
  resource: Resource,
  body: Values,
): Promise<StoredRecord> {
  const values = completed(resource.fields, body)
  const now = platform.clock.now()
  return platform.db.transaction(async tx => {
    const breach = breachOf(resource, values, await findInactiveComplements(tx, [values]))
    if (breach) throw new Problem(422, 'valeur-refusee', breach)
    const [id] = await insertRecords(tx, resource, [values], now)
    if (id === undefined) throw new Problem(422, 'valeur-prise', isTaken(resource, values))
    await followChange(tx, platform, resource, { before: [], after: [{ id, ...values }] })
    return { id, ...values, createdAt: now, updatedAt: now }
  })
}
