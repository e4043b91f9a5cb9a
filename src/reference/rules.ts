import type { Database } from '../platform/database/database.ts'
import { violatedConstraint } from '../platform/database/faults.ts'
import { Problem } from '../platform/http/problem.ts'
import { produits, type Resource } from './resources.ts'
import { inactiveProducts } from './store/products.ts'
import type { Values } from './store/records.ts'

export const notFound = ({ one }: Resource, id: number) => new Problem(404, `${one} with id ${id} not found`)

export const isTaken = ({ one, unique }: Resource, values: Values) =>
  `${one} with ${unique} ${values[unique ?? '']} exists already`

const complementsOf = (values: Values) => (values.produitsComplementairesIds ?? []) as number[]

/** The complementary products that records name and that are not active products. */
export async function missingComplements(db: Database, resource: Resource, records: readonly Values[]) {
  if (resource !== produits) return new Set<number>()
  const ids = records.flatMap(complementsOf)
  return new Set(ids.length > 0 ? await inactiveProducts(db, ids) : [])
}

/** The business rule that a record breaks, in words. */
export function breachOf(
  resource: Resource,
  values: Values,
  missing: ReadonlySet<number>,
): string | undefined {
  const breach = resource.breach?.(values)
  if (breach) return breach
  const unknown = complementsOf(values).filter(id => missing.has(id))
  return unknown.length > 0
    ? `produitsComplementairesIds: no active product with id ${unknown.join(', ')}`
    : undefined
}

/** Throws 422 when the values break a business rule. */
export async function requireRules(db: Database, resource: Resource, values: Values) {
  const breach = breachOf(resource, values, await missingComplements(db, resource, [values]))
  if (breach) throw new Problem(422, breach)
}

/** A write that ran into the unique index of the resource is a 422; anything else is thrown on. */
export function refusalOf(error: unknown, resource: Resource, values: Values): unknown {
  return violatedConstraint(error) ? new Problem(422, isTaken(resource, values)) : error
}
