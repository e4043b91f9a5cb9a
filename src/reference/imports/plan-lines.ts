import { isDeepStrictEqual } from 'node:util'
import { type Outcome, Refusal } from '../../platform/imports/import.ts'
import { changed, completed } from '../fields.ts'
import { breachOf, breachOfChange, isTaken } from '../records/rules.ts'
import type { Resource } from '../resources.ts'
import type { StoredRecord, Values } from '../store.ts'

/** A line of a file; `fault`: why it cannot create a record. */
export type Line = { body: Values; fault: string | undefined }

/** A record as the lines leave it; `before`: as it was, absent where they create it. */
type State = { before?: StoredRecord; after: Values }

/** `present`: the records that lines may refer to; `inactive`: ids of complements that are no active products. */
type Existing = { present: readonly StoredRecord[]; inactive: ReadonlySet<number> }

/** The field by which a line and a record are the same. */
export const keyFieldOf = ({ unique, identifying }: Resource) => unique ?? identifying

/**
 * Plans lines one after another. With `upsert` a line changes what it names, on top of what earlier lines of the same record
 * left; without it, a line with a key that exists is refused.
 */
export function planLines(
  resource: Resource,
  lines: readonly Line[],
  { present, inactive }: Existing,
  upsert: boolean,
) {
  const field = keyFieldOf(resource)
  const found = Map.groupBy(present, record => record[field])
  const states = new Map<unknown, State>()

  const outcomes = lines.map((line): Outcome | Refusal => {
    const { body, fault } = line
    // Names are not unique: without `upsert` each line creates a record of its own.
    const key = upsert || resource.unique ? body[field] : line
    const [before, another] = found.get(key) ?? []
    if (another)
      return new Refusal(`${resource.many} with ${field} ${key} are several; change them by their id`)
    const state = states.get(key) ?? (before && { before, after: before })
    if (!state || !upsert) {
      const after = completed(resource.fields, body)
      const breach = fault ?? breachOf(resource, after, inactive) ?? (state && isTaken(resource, after))
      if (breach) return new Refusal(breach)
      states.set(key, { after })
      return 'created'
    }
    const values = changed(resource.fields, body)
    const breach = breachOfChange(resource, state.after, values, id => inactive.has(id))
    if (breach) return new Refusal(breach)
    const differs = Object.keys(values).some(name => !isDeepStrictEqual(values[name], state.after[name]))
    if (!differs) return 'unchanged'
    states.set(key, { ...state, after: { ...state.after, ...values } })
    return 'updated'
  })
  return { outcomes, states }
}
