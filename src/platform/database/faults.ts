import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../problem.ts'

/** The replica has not confirmed a commit, which may be lost in a failover, so no response may report success. */
export class NotReplicated extends Error {
  constructor() {
    super('The replica has not confirmed a commit in time')
  }
}

/** A connection for writes leads to a standby; `code` is the SQLSTATE of a write on it. */
export class StandbyError extends Error {
  readonly code = '25006'
  constructor() {
    super('This PostgreSQL is a standby and accepts no writes')
  }
}

/** Serialization failure or deadlock: the transaction can be retried unchanged. */
const isCollision = (error: unknown) => ['40001', '40P01'].includes(errorCode(error))

/**
 * Whether the database is unavailable, which is no error of the caller: PostgreSQL is unreachable, starting, stopping,
 * full or read-only, lacks the confirmation of its replica, exceeded a time limit for an answer or a lock, or canceled
 * the transaction, as it does to all running ones if its system clock is set forward.
 */
export const isDatabaseUnavailable = (error: unknown) => {
  const code = errorCode(error)
  return (
    error instanceof NotReplicated ||
    ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'].includes(code) ||
    /^(08|53|57|58|55P03|25006|25P03)/.test(code) ||
    /^(timeout exceeded when trying to connect|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed)/.test(
      error instanceof Error ? error.message : '',
    )
  )
}

/** Whether the error means that the disk of the database is full. */
export const isDiskFull = (error: unknown) => errorCode(error) === '53100'

/** Returns the name of the violated unique index or constraint; undefined for any other error. */
export const violatedConstraint = (error: unknown): string | undefined =>
  errorCode(error) === '23505' ? (error as { constraint?: string }).constraint : undefined

/** Whether the error means that a computed number is out of range for its column. */
export const isOutOfRange = (error: unknown) => errorCode(error) === '22003'

async function retry<T>(
  work: () => Promise<T>,
  attempts: number,
  isRetryable: (error: unknown) => boolean,
  pauseMs = 0,
) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isRetryable(error)) throw error
      await sleep(Math.random() * pauseMs * attempt)
    }
  }
}

/** Retries `work` up to three times, after short pauses, if it collides with another transaction. */
export const retryOnConflict = <T>(work: () => Promise<T>) => retry(work, 4, isCollision, 20)

/**
 * Retries, up to four times, work that checks whether a unique value is free and then inserts it: if another
 * transaction has inserted the value in the meantime, the next attempt sees its row.
 */
export const retryOnUniqueViolation = <T>(work: () => Promise<T>) =>
  retry(work, 5, error => violatedConstraint(error) !== undefined)
