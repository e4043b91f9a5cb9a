import type { TSchema } from 'typebox'
import type { Tx } from '../../platform/database/database.ts'
import { normalizeTexts } from '../../platform/http/bodies.ts'
import { Problem } from '../../platform/problem.ts'
import { bodyAjv } from '../../platform/schemas.ts'
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

/**
 * Trims and validates an element of a file or a batch, in place. Returns an error message; undefined if it is valid.
 */
export type Validator = (element: unknown) => string | undefined

/** Returns a validator with the rules and messages of a request body. Its messages call the element `name`. */
export function createValidator(schema: TSchema, name: string): Validator {
  let compiled: ReturnType<typeof bodyAjv.compile> | undefined
  return element => {
    try {
      normalizeTexts(element, undefined, name)
    } catch (error) {
      if (error instanceof Problem) return error.message
      throw error
    }
    compiled ??= bodyAjv.compile(schema)
    if (compiled(element)) return undefined
    const error = compiled.errors?.[0]
    const allowed = (error?.params.allowedValues as unknown[] | undefined)?.filter(value => value !== null)
    return `${name}${error?.instancePath ?? ''} ${error?.message ?? 'is invalid'}${allowed ? `: ${allowed.join(', ')}` : ''}`
  }
}
