import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import { findInactiveProducts } from '../products/store.ts'
import type { Resource } from '../resources.ts'
import type { Values } from '../store.ts'

export const notFound = ({ one, unknownCode }: Resource, id: number) =>
  new Problem(404, unknownCode, `${one} with id ${id} not found`)

export const isTaken = ({ one, unique }: Resource, values: Values) =>
  `${one} with ${unique} ${values[unique ?? '']} exists already`

export const complementsOf = (values: Values) => (values.produitsComplementairesIds ?? []) as number[]

/**
 * The complementary products that records name and that are not active products. The others are held: one that is being
 * deleted is seen here, or leaves the lists that this transaction writes.
 */
export async function findInactiveComplements(tx: Tx, records: readonly Values[]) {
  const ids = records.flatMap(complementsOf)
  return new Set(ids.length > 0 ? await findInactiveProducts(tx, ids) : [])
}

/**
 * The rule that a change breaks. Complements that the record has already may stay, so that a record can be saved as it was
 * read. A new record cannot name itself: its id does not exist yet, so it counts as inactive.
 */
export function breachOfChange(
  resource: Resource,
  record: Values,
  values: Values,
  isInactive: (id: number) => boolean,
) {
  if (complementsOf(values).some(id => id === record.id))
    return `produitsComplementairesIds: product ${record.id} cannot complement itself`
  const known = complementsOf(record)
  const missing = complementsOf(values).filter(id => !known.includes(id) && isInactive(id))
  return breachOf(resource, values, new Set(missing))
}

/** The business rule that a record breaks, in words. */
export function breachOf(
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
