import type { Platform } from '../platform/area.ts'
import type { Tx } from '../platform/database/database.ts'
import { announceNewProducts } from './announce.ts'
import { completed } from './fields.ts'
import type { Intake } from './import-file.ts'
import { produits, type Resource } from './resources.ts'
import { breachOf, inactiveComplements, isTaken } from './rules.ts'
import { analyzeRecords, insertRecords, type Values } from './store/records.ts'
import { createTally } from './tally.ts'

/** Takes in lines that are creation bodies of a resource. `check` says what is wrong with the shape of one. */
export function recordIntake(
  platform: Platform<never>,
  resource: Resource,
  check: (element: unknown) => string | undefined,
): Intake {
  const tally = createTally(resource)

  async function keep(tx: Tx, records: readonly Values[], now: Date) {
    const missing = await inactiveComplements(tx, resource, records)
    const faults = records.map(values => breachOf(resource, values, missing))
    const sound = records.filter((_, i) => faults[i] === undefined)
    const ids = await insertRecords(tx, resource, sound, now)
    const created: (Values & { id: number })[] = []
    let next = 0
    records.forEach((values, i) => {
      if (faults[i] !== undefined) return
      const id = ids[next++]
      if (id === undefined) {
        faults[i] = isTaken(resource, values)
        return
      }
      created.push({ id, ...values })
      tally.came(values)
    })
    if (resource === produits) await announceNewProducts(tx, platform, created)
    return faults
  }

  return {
    read: element => check(element) ?? completed(resource.fields, element as Values),
    keep,
    finish: tx => tally.write(tx),
  }
}

const MANY = 1_000

/**
 * Lists are planned by statistics, and those of a table that has just been filled are those of an empty one. In a
 * transaction of its own: the import stands, whatever becomes of this.
 */
export async function refreshStatistics({ db, log }: Platform<never>, resource: Resource, created: number) {
  if (created < MANY) return
  await db
    .transaction(tx => analyzeRecords(tx, resource))
    .catch(error => log.warn({ err: error }, `Could not gather statistics about ${resource.name}`))
}
