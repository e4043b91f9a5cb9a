import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { Change } from './audit/change.ts'

/** The request, message or job at work: its id, carried across areas and the broker, and what of it is to be audited. */
type Trace = { id: string; changes: readonly Change[] }

const storage = new AsyncLocalStorage<Trace>()

export const currentRequestId = () => storage.getStore()?.id

/** What is to be audited when the work at hand changes something. */
export const currentChanges = () => storage.getStore()?.changes ?? []

export const withRequestId = <T>(id: string, work: () => T): T => storage.run({ id, changes: [] }, work)

/** Work for a caller whose changes are audited. */
export const withChange = <T>(id: string, change: Change, work: () => T): T =>
  storage.run({ id, changes: [change] }, work)

export const newRequestId = () => randomUUID()

const SANE = /^[\w.:-]{1,64}$/

/** The first of these that may stand in a header and a line of a log, else a new id: they come from outside. */
export const requestIdFrom = (...given: unknown[]): string =>
  given.find((id): id is string => typeof id === 'string' && SANE.test(id)) ?? newRequestId()

/** Remembers the work at hand, so that work done later for many can be done in the name of all of them. */
export const currentTrace = () => storage.getStore()

/** Work for all of these together: it has the id of the first, and changes something for each. */
export function withTraces<T>(traces: readonly (Trace | undefined)[], work: () => T): T {
  const [first] = traces
  if (!first) return work()
  return storage.run({ id: first.id, changes: traces.flatMap(trace => trace?.changes ?? []) }, work)
}
