import { STATUS_CODES } from 'node:http'
import Type from 'typebox'

type Details = {
  /** The correct amount, in the unit of the field, if the caller sent a different one. */
  attendu?: number | undefined
  retryAfterSeconds?: number | undefined
  /** Further fields of the response, which the route's schema documents. */
  fields?: Record<string, unknown> | undefined
}

/**
 * An error response: a status, a code for programs, and a message that may be shown to the caller. Every code is listed in
 * docs/errors.md and has one meaning in all areas. Client errors (4xx) have no stack trace: recording one costs more than
 * the rest of the response.
 */
export class Problem extends Error {
  readonly statusCode: number
  readonly code: string
  readonly messages: string | string[]
  readonly attendu: number | undefined
  readonly retryAfterSeconds: number | undefined
  readonly fields: Record<string, unknown> | undefined

  constructor(
    statusCode: number,
    code: string,
    message: string | string[],
    { attendu, retryAfterSeconds, fields }: Details = {},
  ) {
    const { stackTraceLimit } = Error
    if (statusCode < 500) Error.stackTraceLimit = 0
    super(Array.isArray(message) ? message.join('; ') : message)
    Error.stackTraceLimit = stackTraceLimit
    this.statusCode = statusCode
    this.code = code
    this.messages = message
    this.attendu = attendu
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds ?? (statusCode === 503 ? 5 : undefined)
  }

  /** The body of the error response. */
  get body() {
    return {
      statusCode: this.statusCode,
      message: this.messages,
      error: STATUS_CODES[this.statusCode] ?? 'Error',
      code: this.code,
      ...(this.attendu === undefined ? {} : { attendu: this.attendu }),
      ...this.fields,
    }
  }
}

/** The fields of every error body except its message. */
export const problemFields = {
  statusCode: Type.Integer(),
  error: Type.String(),
  code: Type.String({
    description: 'Stable error code; docs/errors.md lists all codes',
    examples: ['requete-invalide'],
  }),
}

export const ProblemBody = Type.Object(
  {
    ...problemFields,
    message: Type.String(),
    attendu: Type.Optional(
      Type.Number({
        description: 'Expected amount, in the unit of the rejected field: cents or decimal euros',
      }),
    ),
  },
  { title: 'Erreur' },
)

/** Returns the error responses of a route for its `response` schema. */
export const problems = <const Status extends number>(...statuses: Status[]) =>
  // The return type of Object.fromEntries loses the keys.
  Object.fromEntries(statuses.map(status => [status, ProblemBody])) as Record<Status, typeof ProblemBody>

/** A startup error that the operator can fix: the command line prints only its message and exits with 1. */
export class StartError extends Error {}

/** Returns the code of an error of Node.js, PostgreSQL or a library, such as `ENOENT` or `23505`; empty if it has none. */
export const errorCode = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')
