import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

const storage = new AsyncLocalStorage<string>()

/** The id of the request, message or job at work, carried across areas and the broker. */
export const currentRequestId = () => storage.getStore()

export const withRequestId = <T>(id: string, work: () => T): T => storage.run(id, work)

export const newRequestId = () => randomUUID()
