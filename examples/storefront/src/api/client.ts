import {
  answerOf,
  ComptoirError,
  createComptoir,
  type Shapes,
} from '../../../../clients/typescript/src/index.ts'
import { config } from '../config.ts'
import { endSession, session } from '../state/session.ts'

export { answerOf, ComptoirError, type Shapes }

export const api = createComptoir({ url: config.api, token: () => session.value?.token })

// An invalid token ends the session: the shop continues as for a guest, and the sign-in page reports it.
api.use({
  onResponse({ request, response }) {
    if (response.status === 401 && request.headers.has('authorization')) endSession()
  },
})

/** Whether the server is unavailable, as opposed to refusing the call: a retry may succeed. */
export const isUnavailable = (error: unknown) =>
  error instanceof ComptoirError ? [502, 503, 504].includes(error.status) : error instanceof TypeError

export const isMissing = (error: unknown) => error instanceof ComptoirError && error.status === 404

/** Returns a new idempotency key. A call repeated with the same key after a lost response takes effect once. */
export const createIdempotencyKey = () => crypto.randomUUID()
