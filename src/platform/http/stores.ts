import type { FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'

/** How a route applies to a caller whose rights are limited to stores. */
export type StoreRule =
  /** This parameter of the path or query must name one of their stores. */
  | { parameter: string }
  /** The handler lists their stores alone; this query parameter, if given, must name one of them. */
  | { list: string }
  /** The same without a parameter. */
  | 'list'
  /** The handler calls `allowOnlyStores` with the stores of the record. */
  | 'record'
  /** The route concerns no store. */
  | 'none'

/** The part of a request that `allowOnlyStores` reads. */
export type StoreRequest = Pick<FastifyRequest, 'caller' | 'method'>

type Limited = { stores: readonly number[] | undefined }

/** Returns the error for a caller limited to stores. `rule` is the beginning of its message, before the stores. */
export const refuseStores = (
  { stores = [] }: Limited,
  rule = 'This call is closed to a caller limited to the stores',
) => new Problem(403, 'magasin-interdit', `${rule} ${stores.join(', ')}`)

/** Returns the hook that checks the store parameter of a route. It runs after validation, which converts numbers. */
export function checkStoreParameter(rule: Exclude<StoreRule, string>) {
  const [name, isRequired] = 'parameter' in rule ? [rule.parameter, true] : [rule.list, false]
  return async ({ caller, params, query }: FastifyRequest) => {
    const { stores } = caller
    if (!stores) return
    const given = { ...(query as object), ...(params as object) } as Record<string, unknown>
    const store = given[name]
    if (store === undefined ? isRequired : !stores.includes(Number(store)))
      throw refuseStores(caller, `${name} must be one of`)
  }
}

/**
 * Throws a 403 for a caller limited to other stores than those of a record: a read requires one of them, a change all of
 * them, because it affects each. A record without a store is closed to every limited caller. `rule` replaces the
 * beginning of the message, which the accepted stores follow.
 */
export function allowOnlyStores(
  { caller, method }: StoreRequest,
  concerned: readonly (number | null | undefined)[],
  rule?: string,
) {
  const { stores } = caller
  if (!stores) return
  const isTheirs = (store: number | null | undefined) => typeof store === 'number' && stores.includes(store)
  const isRead = method === 'GET' || method === 'HEAD'
  const isAllowed = concerned.some(isTheirs) && (isRead || concerned.every(isTheirs))
  if (!isAllowed)
    throw refuseStores(
      caller,
      rule ??
        (isRead ? 'The record belongs to none of the stores' : 'The change concerns others than the stores'),
    )
}
