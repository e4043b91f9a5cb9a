import { AMQPConnectionError } from 'rabbitmq-client'
import { errorCode } from '../problem.ts'

export const UNAVAILABLE = 'RabbitMQ is unavailable; events remain in the outbox'

/** Codes with which the broker refuses a login or a virtual host. */
const REFUSALS = ['ACCESS_REFUSED', 'NOT_ALLOWED']

/**
 * Returns the fields of a log line about a failed exchange with the broker: the reason, or, if the error has no code and
 * may thus be a defect, the error with its stack.
 */
export function describeOutage(error: unknown): { reason: string } | { err: unknown } {
  const code = errorCode(error)
  if (!code) return { err: error }
  // The library begins the message of a refused login with an undefined method.
  const reason = (error as Error).message.replace(/^undefined: |\.$/g, '') || code
  const isRefused = error instanceof AMQPConnectionError && REFUSALS.includes(code)
  return { reason: isRefused ? `${reason}: check user, password and virtual host of AMQP_URL` : reason }
}
