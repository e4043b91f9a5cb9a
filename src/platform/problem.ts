import { STATUS_CODES } from 'node:http'
import Type from 'typebox'

type Details = {
  /** The right amount, in the unit of the field where the caller gave another one. */
  attendu?: number | undefined
  retryAfterSeconds?: number | undefined
}

/**
 * The one error of the platform: a status, a code that a program may go by, and a message that may be shown to the caller.
 * Every code stands in docs/errors.md; one meaning has one code in all areas. A refusal of the caller (4xx) has no stack
 * trace: recording one costs more than the rest of the answer.
 */
export class Problem extends Error {
  readonly statusCode: number
  readonly code: string
  readonly messages: string | string[]
  readonly attendu: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    statusCode: number,
    code: string,
    message: string | string[],
    { attendu, retryAfterSeconds }: Details = {},
  ) {
    const { stackTraceLimit } = Error
    if (statusCode < 500) Error.stackTraceLimit = 0
    super(Array.isArray(message) ? message.join('; ') : message)
    Error.stackTraceLimit = stackTraceLimit
    this.statusCode = statusCode
    this.code = code
    this.messages = message
    this.attendu = attendu
    this.retryAfterSeconds = retryAfterSeconds ?? (statusCode === 503 ? 5 : undefined)
  }

  /** The one shape of an error on the wire. */
  get body() {
    return {
      statusCode: this.statusCode,
      message: this.messages,
      error: STATUS_CODES[this.statusCode] ?? 'Error',
      code: this.code,
      ...(this.attendu === undefined ? {} : { attendu: this.attendu }),
    }
  }
}

/** The fields of every error beside its message. */
export const problemFields = {
  statusCode: Type.Integer(),
  error: Type.String(),
  code: Type.String({
    description: 'What it is, in a word that stays the same: those of docs/errors.md',
    examples: ['requete-invalide'],
  }),
}

export const ProblemBody = Type.Object(
  {
    ...problemFields,
    message: Type.String(),
    attendu: Type.Optional(
      Type.Number({
        description:
          'The right amount where another one was given, in the unit of that field: cents or decimal euros',
      }),
    ),
  },
  { title: 'Erreur' },
)

/** The refusals of a route, for its `response`. */
export const problems = <const Status extends number>(...statuses: Status[]) =>
  // Object.fromEntries forgets which keys there are.
  Object.fromEntries(statuses.map(status => [status, ProblemBody])) as Record<Status, typeof ProblemBody>

/** A start that cannot go on for a reason the operator can mend: the command line prints the message alone and exits with 1. */
export class StartError extends Error {}

/** The code of an error of Node.js, PostgreSQL or a library, such as `ENOENT` or `23505`; empty without one. */
export const errorCode = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')
