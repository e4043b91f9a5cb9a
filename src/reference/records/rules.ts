import type { TSchema } from 'typebox'
import type { Tx } from '../../platform/database/database.ts'
import { tidy } from '../../platform/http/bodies.ts'
import { Problem } from '../../platform/problem.ts'
import { ofBody } from '../../platform/schemas.ts'
import { findInactiveProducts } from '../products/store.ts'
import type { Resource } from '../resources.ts'
import type { Values } from '../store.ts'

export const notFound = ({ one, unknownCode }: Resource, id: number) =>
  new Problem(404, unknownCode, `${one} with id ${id} not found`)

export const isTaken = ({ one, unique }: Resource, values: Values) =>
  `${one} with ${unique} ${values[unique ?? '']} exists already`

const complementsOf = (values: Values) => (values.produitsComplementairesIds ?? []) as number[]

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

/** Validates an element of a file or a batch. The message of its fault; undefined when it is valid. */
export type Check = (element: unknown) => string | undefined

/** Says by the rules and in the words of a creation's or a change's body what is wrong with an element, called `name`. */
export function checkOf(schema: TSchema, name: string): Check {
  let compiled: ReturnType<typeof ofBody.compile> | undefined
  return element => {
    try {
      tidy(element, undefined, name)
    } catch (error) {
      if (error instanceof Problem) return error.message
      throw error
    }
    compiled ??= ofBody.compile(schema)
    if (compiled(element)) return undefined
    const fault = compiled.errors?.[0]
    const allowed = (fault?.params.allowedValues as unknown[] | undefined)?.filter(value => value !== null)
    return `${name}${fault?.instancePath ?? ''} ${fault?.message ?? 'is invalid'}${allowed ? `: ${allowed.join(', ')}` : ''}`
  }
}
