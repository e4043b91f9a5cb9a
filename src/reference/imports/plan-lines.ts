import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '../../platform/imports/import.ts'
import type { Outcome } from '../../platform/imports/line-report.ts'
import { changed, completed } from '../fields.ts'
import { breachOf, breachOfChange } from '../records/rules.ts'
import type { StoredRecord, Values } from '../records/store/pieces.ts'
import type { Resource } from '../resources.ts'

/** A line that may change a record; `fault`: why it makes no new one. */
export type Line = { body: Values; fault: string | undefined }

/** A record as the lines leave it; `before`: as it was, absent where they create it. */
export type State = { before?: StoredRecord; after: Values }

/** The field that lines and records are the same by. */
export const keyFieldOf = ({ unique, identifying }: Resource) => unique ?? identifying

/**
 * What lines come to, one after another: a later one of the same record is laid over an earlier one. A line names what it
 * changes; what it leaves out stays. `present`: the records that the lines may mean.
 */
export function planLines(
  resource: Resource,
  lines: readonly Line[],
  present: readonly StoredRecord[],
  inactive: ReadonlySet<number>,
) {
  const field = keyFieldOf(resource)
  const found = Map.groupBy(present, record => record[field])
  const states = new Map<unknown, State>()

  const outcomes = lines.map(({ body, fault }): Outcome | Refusal => {
    const key = body[field]
    const [before, another] = found.get(key) ?? []
    if (another)
      return new Refusal(`${resource.many} with ${field} ${key} are several; change them by their id`)
    const state = states.get(key) ?? (before && { before, after: before })
    if (!state) {
      const after = completed(resource.fields, body)
      const breach = fault ?? breachOf(resource, after, inactive)
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
