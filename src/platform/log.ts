import { type Logger, pino } from 'pino'
import { currentTrace } from './trace.ts'

export type Log = Logger

/** Fields that must never reach a log, wherever in an object of up to three levels they stand. Areas name more of them. */
const secrets = ['password', 'authorization', 'cookie', 'x-api-key', 'accessToken', 'token']

const anywhere = (name: string) => {
  const key = `["${name}"]`
  return [key, `*${key}`, `*.*${key}`]
}

/** The type, message and stack of an error. Other fields are left out: a driver's contain rows and values. */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return { type: name, message, code, stack, ...(cause ? { cause: String(cause) } : {}) }
}

/** JSON lines on standard output, secrets removed, each with the current request id and, where traced, the trace id. */
export const createLog = (level: string, neverLogged: readonly string[]): Log =>
  pino({
    level,
    base: null,
    redact: { paths: [...secrets, ...neverLogged].flatMap(anywhere), remove: true },
    serializers: { err: serializeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: label => ({ level: label }) },
    mixin: () => {
      const trace = currentTrace()
      if (!trace) return {}
      return trace.span ? { requestId: trace.id, traceId: trace.span.traceId } : { requestId: trace.id }
    },
  })
