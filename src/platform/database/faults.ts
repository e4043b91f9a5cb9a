import { setTimeout as sleep } from 'node:timers/promises'
import { errorCode } from '../problem.ts'

/** A commit that the primary alone has written: whether it stays is not known, so no answer may say that it does. */
export class NotReplicated extends Error {
  constructor() {
    super('The replica has not confirmed a commit in time')
  }
}

/** Serialization failure and deadlock: the same transaction run again will do. */
const isCollision = (error: unknown) => ['40001', '40P01'].includes(errorCode(error))

/**
 * PostgreSQL cannot be reached, is starting, stopping, out of room, takes no writes, did not answer or give a lock in time,
 * or has given up a transaction (all those that run, when the clock of its machine is set on): nothing that the caller did.
 */
export const isDatabaseAway = (error: unknown) => {
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

/** The disk of the database is full. */
export const isOutOfRoom = (error: unknown) => errorCode(error) === '53100'

/** The name of the unique index or constraint that a write ran into, if that is what happened. */
export const violatedConstraint = (error: unknown): string | undefined =>
  errorCode(error) === '23505' ? (error as { constraint?: string }).constraint : undefined

/** A number that was worked out fits no column. */
export const isOutOfRange = (error: unknown) => errorCode(error) === '22003'

async function retry<T>(
  work: () => Promise<T>,
  attempts: number,
  isWorthIt: (error: unknown) => boolean,
  pauseMs = 0,
) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === attempts || !isWorthIt(error)) throw error
      await sleep(Math.random() * pauseMs * attempt)
    }
  }
}

/** Runs `work` again, a moment later, when it collided with another transaction. */
export const retryOnConflict = <T>(work: () => Promise<T>) => retry(work, 4, isCollision, 20)

/**
 * For work that checks whether a value of a unique index is free and then inserts it: where another transaction was
 * quicker, the next attempt sees its row.
 */
export const retryOnUniqueViolation = <T>(work: () => Promise<T>) =>
  retry(work, 5, error => violatedConstraint(error) !== undefined)
