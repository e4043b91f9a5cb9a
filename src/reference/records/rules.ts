import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import { findInactiveProducts } from '../products/store.ts'
import type { Resource } from '../resources.ts'
import type { Values } from '../store.ts'

export const notFound = ({ one, unknownCode }: Resource, id: number) =>
  new Problem(404, unknownCode, `${one} with id ${id} not found`)

export const takenMessage = ({ one, unique }: Resource, values: Values) =>
  `${one} with ${unique} ${values[unique ?? '']} already exists`

const complementsOf = (values: Values) => (values.produitsComplementairesIds ?? []) as number[]

/**
 * Returns the complement ids in the records that are not active products, and locks the other products: a concurrent
 * deletion is seen here, or removes the product from the complements that this transaction writes.
 */
export async function findInactiveComplements(tx: Tx, records: readonly Values[]) {
  const ids = records.flatMap(complementsOf)
  return new Set(ids.length > 0 ? await findInactiveProducts(tx, ids) : [])
}

/**
 * Returns a description of the rule that a change breaks; undefined if it breaks none. Existing complements may stay,
 * so that a record can be saved as it was read. A new record has no id yet, so it cannot name itself.
 */
export function findChangeBreach(
  resource: Resource,
  record: Values,
  values: Values,
  isInactive: (id: number) => boolean,
) {
  if (complementsOf(values).some(id => id === record.id))
    return `produitsComplementairesIds: product ${record.id} cannot complement itself`
  const known = complementsOf(record)
  const missing = complementsOf(values).filter(id => !known.includes(id) && isInactive(id))
  return findBreach(resource, values, new Set(missing))
}

/** Returns a description of the business rule that a record breaks; undefined if it breaks none. */
export function findBreach(
  resource: Resource,
  values: Values,
  inactive: ReadonlySet<number>,
): string | undefined {
  const breach = resource.breach?.(values)
  if (breach) return breach
  const unknown = complementsOf(values).filter(id => inactive.has(id))
  return unknown.length > 0
    ? `produitsComplementairesIds: no active product with id ${unknown.join(', ')}`
    : undefined
}
