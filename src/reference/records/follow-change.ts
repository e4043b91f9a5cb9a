import type { Platform } from '../../platform/area.ts'
import type { Tx } from '../../platform/database/database.ts'
import { createCountChanges } from '../counters/count-changes.ts'
import { announceNewProducts, announceProducts } from '../products/announce.ts'
import type { Resource } from '../resources.ts'
import type { NewRecord } from '../store.ts'

/** Records before and after a change, in whatever order; none before: they are new; none after: they are deleted. */
type Change = { before: readonly NewRecord[]; after: readonly NewRecord[] }

/** Announces changed records where other areas keep a copy, and counts them, in the transaction of the change. */
export async function followChange(
  tx: Tx,
  platform: Platform<never>,
  resource: Resource,
  { before, after }: Change,
) {
  if (resource.announced && before.length === 0) await announceNewProducts(tx, platform, after)
  else if (resource.announced)
    await announceProducts(
      tx,
      platform,
      before.map(({ id }) => id),
    )
  const counts = createCountChanges(resource)
  for (const record of before) counts.removed(record)
  for (const record of after) counts.added(record)
  await counts.write(tx)
}
