import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const storage = new AsyncLocalStorage<string>()

/** The id of the request, message or job at work, carried across areas and the broker. */
export const currentRequestId = () => storage.getStore()

export const withRequestId = <T>(id: string, work: () => T): T => storage.run(id, work)

export const newRequestId = () => randomUUID()

const SANE = /^[\w.:-]{1,64}$/

/** The first of these that may stand in a header and a line of a log, else a new id: they come from outside. */
export const requestIdFrom = (...given: unknown[]): string =>
  given.find((id): id is string => typeof id === 'string' && SANE.test(id)) ?? newRequestId()
