import { STATUS_CODES } from 'node:http'
import Type from 'typebox'

/** The one error of the platform: a status and a message that may be shown to the caller. */
export class Problem extends Error {
  readonly statusCode: number
  readonly messages: string | string[]
  readonly retryAfterSeconds: number | undefined

  constructor(statusCode: number, message: string | string[], retryAfterSeconds?: number) {
    super(Array.isArray(message) ? message.join('; ') : message)
    this.statusCode = statusCode
    this.messages = message
    this.retryAfterSeconds = retryAfterSeconds ?? (statusCode === 503 ? 5 : undefined)
  }

  /** The one shape of an error on the wire. */
  get body() {
    return {
      statusCode: this.statusCode,
      message: this.messages,
      error: STATUS_CODES[this.statusCode] ?? 'Error',
    }
  }
}

export const ProblemBody = Type.Object(
  { statusCode: Type.Integer(), message: Type.String(), error: Type.String() },
  { title: 'Erreur' },
)

/** The refusals of a route, for its `response`. */
export const problems = <const Status extends number>(...statuses: Status[]) =>
  // Object.fromEntries forgets which keys there are.
  Object.fromEntries(statuses.map(status => [status, ProblemBody])) as Record<Status, typeof ProblemBody>
