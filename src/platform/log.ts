import { hostname } from 'node:os'
import { type Logger, type LoggerOptions, pino } from 'pino'
import { currentTrace } from './trace.ts'

export type Log = Logger

/** Fields that must never be logged, at the top of an object or up to two levels below. Areas add their own. */
const secrets = ['password', 'authorization', 'cookie', 'x-api-key', 'accessToken', 'token']

const anywhere = (name: string) => {
  const key = `["${name}"]`
  return [key, `*${key}`, `*.*${key}`]
}

/**
 * Logs only the type, message, code, stack and cause of an error: other fields of a driver's error contain rows and values.
 */
function serializeError(error: unknown) {
  if (!(error instanceof Error)) return { message: String(error) }
  const { name, message, stack, cause } = error
  const { code } = error as { code?: unknown }
  return { type: name, message, code, stack, ...(cause ? { cause: String(cause) } : {}) }
}

/** Identifies this process among the copies whose logs are collected in one place. */
const INSTANCE = `${hostname()}:${process.pid}`

/**
 * Creates a logger that writes JSON lines without secrets to a file descriptor, by default of standard output, each with
 * the instance. Lines of a request, message or job contain its request id and, if traced, its trace id.
 */
export const createLog = (level: string, neverLogged: readonly string[], fd = 1): Log => {
  const options: LoggerOptions = {
    level,
    base: { instance: INSTANCE },
    redact: { paths: [...secrets, ...neverLogged].flatMap(anywhere), remove: true },
    serializers: { err: serializeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: label => ({ level: label }) },
    mixin: () => {
      const trace = currentTrace()
      if (!trace) return {}
      return trace.span ? { requestId: trace.id, traceId: trace.span.traceId } : { requestId: trace.id }
    },
  }
  return pino(options, pino.destination(fd))
}
