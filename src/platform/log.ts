import { type Logger, pino } from 'pino'
import { currentTrace } from './trace.ts'

export type Log = Logger

/** Fields that must never reach a log, wherever in an object of up to three levels they stand. Areas name more of them. */
const secrets = ['password', 'authorization', 'cookie', 'x-api-key', 'accessToken', 'token']

const anywhere = (name: string) => {
  const key = `["${name}"]`
  return [key, `*${key}`, `*.*${key}`]
}

/** What an error is and where it came from. Not its other fields: a driver's hold rows, connections and their values. */
function tellError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return { type: name, message, code, stack, ...(cause ? { cause: String(cause) } : {}) }
}

/** JSON lines on standard output, secrets removed, each with the request id at work, and its trace where those are told. */
export const createLog = (level: string, neverLogged: readonly string[]): Log =>
  pino({
    level,
    base: null,
    redact: { paths: [...secrets, ...neverLogged].flatMap(anywhere), remove: true },
    serializers: { err: tellError },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: label => ({ level: label }) },
    mixin: () => {
      const trace = currentTrace()
      if (!trace) return {}
      return trace.span ? { requestId: trace.id, traceId: trace.span.traceId } : { requestId: trace.id }
    },
  })
