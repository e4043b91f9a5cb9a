import type { Platform } from '../../platform/area.ts'
import { changed } from '../fields.ts'
import type { Resource } from '../resources.ts'
import type { Values } from '../store.ts'
import { changeManyRecords } from './change-records.ts'
import type { Check } from './checks.ts'
import type { Change } from './plan-changes.ts'

type Item = Values & { id: number }

/** Changes many records; an item that cannot be made is told and leaves the others alone. */
export async function changeBatch(
  platform: Platform<never>,
  resource: Resource,
  check: Check,
  items: readonly Item[],
) {
  const faults = items.map(check)
  const changes = items.flatMap((item, index): (Change & { index: number })[] =>
    faults[index] === undefined ? [{ index, id: item.id, values: changed(resource.fields, item) }] : [],
  )
  const outcomes = changes.length > 0 ? await changeManyRecords(platform, resource, changes) : []
  const byIndex = new Map(changes.map(({ index }, i) => [index, outcomes[i]]))
  const { identifying } = resource
  const resultats = items.map((item, index) => {
    const { record, fault } = byIndex.get(index) ?? {}
    const message = faults[index] ?? fault?.message
    const shown = record?.[identifying] ?? (typeof item[identifying] === 'string' ? item[identifying] : null)
    return {
      index,
      id: item.id,
      statut: message === undefined ? 'ok' : 'erreur',
      [identifying]: shown,
      ...(message === undefined ? {} : { message }),
    }
  })
  const modifies = resultats.filter(({ statut }) => statut === 'ok').length
  return { succes: modifies === items.length, modifies, resultats }
}
