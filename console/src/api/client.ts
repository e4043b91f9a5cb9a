import {
  answerOf,
  ComptoirError,
  createComptoir,
  type Shapes,
} from '../../../clients/typescript/src/index.ts'

export { answerOf, ComptoirError, type Shapes }

/** The session is a cookie, which the browser sends by itself. */
export const api = createComptoir({ url: window.location.origin })

/** Whether the server is away, rather than of another opinion: the same call may go well in a moment. */
export const isAway = (error: unknown) =>
  error instanceof ComptoirError ? [502, 503, 504].includes(error.status) : error instanceof TypeError

export const isSignedOut = (error: unknown) => error instanceof ComptoirError && error.status === 401

/** A key that makes a call that is repeated, after its answer was lost, the same call. */
export const newKey = () => ({ 'Idempotency-Key': crypto.randomUUID() })

/** Undefined where a thing that is asked for is not there. */
export const orNone = <Data>(answer: Promise<Data>): Promise<Data | undefined> =>
  answer.catch(error => {
    if (error instanceof ComptoirError && error.status === 404) return undefined
    throw error
  })
