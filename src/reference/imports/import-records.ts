import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import { createTidying, tidyIndexes } from '../../platform/database/tidy-indexes.ts'
import { type Intake, Refusal } from '../../platform/imports/import.ts'
import { announceNewProducts } from '../announcing/announce.ts'
import { createCountChanges } from '../counters/count-changes.ts'
import { type Check, readerOf } from '../records/checks.ts'
import { breachOf, inactiveComplements, isTaken } from '../records/rules.ts'
import type { NewRecord, Values } from '../records/store/pieces.ts'
import type { Resource } from '../resources.ts'
import { analyzeRecords, copyRecords, prepareForMany, reserveIds, takeTurnToImport } from './store.ts'

/** What an import stands on. */
export type ImportParts = Pick<Platform<never>, 'db' | 'clock' | 'outbox'>

/** So many new records are worth gathering statistics and tidying indexes. */
export const MANY = 1_000
export const tableOf = ({ table }: Resource) => `reference.${table}`

/** Sent without waiting, so that the database is at work while the rows are made; a failure comes with the first await. */
export async function addRecords(
  tx: Tx,
  platform: ImportParts,
  resource: Resource,
  records: readonly NewRecord[],
  now: Date,
) {
  const announced = resource.announced ? announceNewProducts(tx, platform, records) : undefined
  await Promise.all([announced, copyRecords(tx, resource, records, now)])
}

/** One import of a resource has the turn. */
export async function beginImport(tx: Tx, resource: Resource) {
  const mine = await takeTurnToImport(tx, resource)
  if (mine) await prepareForMany(tx)
  return mine
}

/** Takes in lines that are creation bodies of a resource. `check` says what is wrong with the shape of one. */
export function recordIntake(
  platform: ImportParts,
  resource: Resource,
  check: Check,
): Intake<Values, 'created'> {
  const counts = createCountChanges(resource)
  // Should it fail, the words are in their index when the statistics are gathered.
  const tidy = createTidying(platform.db, [tableOf(resource)], () => {})

  async function keep(tx: Tx, records: readonly Values[], now: Date) {
    const inactive = await inactiveComplements(tx, records)
    const { ids, held } = await reserveIds(tx, resource, records)
    const created: NewRecord[] = []
    const outcomes = records.map((values, i) => {
      const breach = breachOf(resource, values, inactive)
      if (breach) return new Refusal(breach)
      if (resource.unique) {
        const key = values[resource.unique] as string
        if (held.has(key)) return new Refusal(isTaken(resource, values))
        held.add(key)
      }
      // An id is reserved for each record.
      created.push({ id: ids[i]!, ...values })
      counts.added(values)
      return 'created'
    })
    if (created.length === 0) return outcomes
    await addRecords(tx, platform, resource, created, now)
    if (created.length >= MANY) tidy()
    return outcomes
  }

  return {
    read: readerOf(resource.fields, check),
    begin: tx => beginImport(tx, resource),
    keep,
    finish: tx => counts.write(tx),
  }
}

/**
 * Lists are planned by statistics, and those of a table that has just been filled are those of an empty one. In a
 * transaction of its own: the import stands, whatever becomes of this.
 */
export async function refreshStatistics({ db, log }: Platform<never>, resource: Resource, created: number) {
  if (created < MANY) return
  await db
    .transaction(tx => analyzeRecords(tx, resource))
    .then(() => tidyIndexes(db, [tableOf(resource)]))
    .catch(error => log.warn({ err: error }, `Could not gather statistics about ${resource.name}`))
}
