import { type Logger, pino } from 'pino'
import { currentRequestId } from './trace.ts'

export type Log = Logger

/** Fields that must never reach a log, wherever in an object of up to three levels they stand. */
const secrets = [
  'motDePasse',
  'password',
  'authorization',
  'cookie',
  'x-api-key',
  'accessToken',
  'token',
  'cardNumber',
  'cvv',
  'cvc',
  'clientSecret',
]

const anywhere = (name: string) => {
  const key = `["${name}"]`
  return [key, `*${key}`, `*.*${key}`]
}

/** JSON lines on standard output, secrets removed, each with the request id at work. */
export const createLog = (level: string): Log =>
  pino({
    level,
    base: null,
    redact: { paths: secrets.flatMap(anywhere), remove: true },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: label => ({ level: label }) },
    mixin: () => {
      const requestId = currentRequestId()
      return requestId ? { requestId } : {}
    },
  })
