import { type AcceptedVersions, preconditionFailed } from '../../platform/http/conditional.ts'
import { Problem } from '../../platform/problem.ts'
import type { Resource } from '../resources.ts'
import type { StoredRecord, Values } from '../store.ts'
import { findChangeBreach, notFound, takenMessage } from './rules.ts'

/** New values for fields of a record. `seen` is the state that the caller expects, if given. */
export type Change = { id: number; values: Values; seen?: AcceptedVersions }

/** The state of the database when changes are planned. */
type Present = {
  records: ReadonlyMap<number, StoredRecord>
  /** Record ids by value of the unique field, for the values in the changes. */
  holders: ReadonlyMap<string, number>
  /** Complement ids in the changes that are not active products. */
  inactive: ReadonlySet<number>
}

type Plan = {
  /** The error of each change, by position. */
  errors: (Problem | undefined)[]
  /** The new states of the changed records, by id. */
  after: Map<number, StoredRecord>
}

/**
 * Plans changes one after another, each completely or not at all. The unique field is validated against the result of
 * all changes, so that two records may swap values. If several records want one value, the record that already has it
 * keeps it; otherwise the first change gets it.
 */
export function planChanges(resource: Resource, present: Present, changes: readonly Change[]): Plan {
  const clashing = new Set<number>()
  for (;;) {
    const plan = apply(resource, present, changes, clashing)
    const clashes = clashesOf(resource, present, changes, plan)
    if (clashes.length === 0) return plan
    for (const at of clashes) clashing.add(at)
  }
}

function apply(
  resource: Resource,
  { records, inactive }: Present,
  changes: readonly Change[],
  clashing: ReadonlySet<number>,
): Plan {
  const after = new Map<number, StoredRecord>()
  const errors = changes.map(({ id, values, seen }, at) => {
    const record = after.get(id) ?? records.get(id)
    if (!record) return notFound(resource, id)
    if (seen && !seen.includes(record.updatedAt)) return preconditionFailed()
    const breach = findChangeBreach(resource, record, values, other => {
      const beside = after.get(other) ?? records.get(other)
      return beside ? beside.statutProduit !== 'actif' : inactive.has(other)
    })
    if (breach) return new Problem(422, 'valeur-refusee', breach)
    if (clashing.has(at)) return new Problem(422, 'valeur-prise', takenMessage(resource, values))
    if (Object.keys(values).length > 0) after.set(id, { ...record, ...values })
    return undefined
  })
  return { errors, after }
}

/** Returns the positions of the changes that give a record the unique value of another record. */
function clashesOf(
  { unique }: Resource,
  { records, holders }: Present,
  changes: readonly Change[],
  { errors, after }: Plan,
): number[] {
  if (!unique) return []
  const keyOf = (id: number) => (after.get(id) ?? records.get(id))?.[unique] as string
  const owners = new Map<string, number>()
  // Records that keep a value take precedence over others that want it.
  for (const [key, id] of holders) if (!records.has(id) || keyOf(id) === key) owners.set(key, id)
  return changes.flatMap(({ id, values }, at) => {
    const key = values[unique] as string | undefined
    if (key === undefined || errors[at] || keyOf(id) !== key) return []
    const owner = owners.get(key) ?? id
    owners.set(key, owner)
    return owner === id ? [] : [at]
  })
}
