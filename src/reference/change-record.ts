import type { Platform } from '../platform/area.ts'
import { announceProducts } from './announce.ts'
import { changed } from './fields.ts'
import { produits, type Resource } from './resources.ts'
import { notFound, refusalOf, requireRules } from './rules.ts'
import { changeRecord, findRecord, type StoredRecord, type Values } from './store/records.ts'
import { createTally } from './tally.ts'

/** Changes the fields that the body names. 404 unknown, 422 when a business rule forbids it. */
export async function changeOneRecord(
  platform: Platform<never>,
  resource: Resource,
  id: number,
  body: Values,
): Promise<StoredRecord> {
  const values = changed(resource.fields, body)
  if (Object.keys(values).length === 0) {
    const unchanged = await findRecord(platform.db, resource, id)
    if (!unchanged) throw notFound(resource, id)
    return unchanged
  }
  await requireRules(platform.db, resource, values)
  return platform.db
    .transaction(async tx => {
      const change = await changeRecord(tx, resource, id, values, platform.clock.now())
      if (!change) throw notFound(resource, id)
      if (resource === produits) await announceProducts(tx, platform, [id])
      const tally = createTally(resource)
      tally.went(change.before)
      tally.came(change.after)
      await tally.write(tx)
      return change.after
    })
    .catch(error => {
      throw refusalOf(error, resource, values)
    })
}
