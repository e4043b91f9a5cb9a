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

// A token that is no longer good ends the session: the page says so and goes on as for a guest.
api.use({
  onResponse({ request, response }) {
    if (response.status === 401 && request.headers.has('authorization')) endSession()
  },
})

/** Whether the platform is away, rather than of another opinion: the same call may go well in a moment. */
export const isAway = (error: unknown) =>
  error instanceof ComptoirError ? [502, 503, 504].includes(error.status) : error instanceof TypeError

export const isMissing = (error: unknown) => error instanceof ComptoirError && error.status === 404

/** A key that makes a call that is repeated, after its answer was lost, the same call. */
export const newKey = () => crypto.randomUUID()
