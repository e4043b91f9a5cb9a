import {
  answerOf,
  ComptoirError,
  createComptoir,
  type Shapes,
} from '../../../clients/typescript/src/index.ts'

export { answerOf, ComptoirError, type Shapes }

/** The session is a cookie that the browser sends automatically. */
export const api = createComptoir({ url: window.location.origin })

/** Whether the server is unavailable, as opposed to refusing the call: a retry may succeed. */
export const isUnavailable = (error: unknown) =>
  error instanceof ComptoirError ? [502, 503, 504].includes(error.status) : error instanceof TypeError

export const isSignedOut = (error: unknown) => error instanceof ComptoirError && error.status === 401

/** Returns a header with a new idempotency key: a call repeated with the same key takes effect once. */
export const createKeyHeader = () => ({ 'Idempotency-Key': crypto.randomUUID() })

/** Resolves to undefined instead of failing if the resource does not exist. */
export const ignoreNotFound = <Data>(answer: Promise<Data>): Promise<Data | undefined> =>
  answer.catch(error => {
    if (error instanceof ComptoirError && error.status === 404) return undefined
    throw error
  })
