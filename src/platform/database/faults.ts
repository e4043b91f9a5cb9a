import { setTimeout as sleep } from 'node:timers/promises'

/** A commit that the primary alone has written: whether it stays is not known, so no answer may say that it does. */
export class NotReplicated extends Error {
  constructor() {
    super('The replica has not confirmed a commit in time')
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown } | null)?.code ?? '')

/** Serialization failure and deadlock: the same transaction run again will do. */
const isCollision = (error: unknown) => ['40001', '40P01'].includes(codeOf(error))

/**
 * PostgreSQL cannot be reached, is starting, stopping, out of room, takes no writes, did not answer or give a lock in time,
 * or has given up a transaction (all those that run, when the clock of its machine is set on): nothing that the caller did.
 */
export const isDatabaseAway = (error: unknown) => {
  const code = codeOf(error)
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
export const isOutOfRoom = (error: unknown) => codeOf(error) === '53100'

/** The name of the unique index or constraint that a write ran into, if that is what happened. */
export const violatedConstraint = (error: unknown): string | undefined =>
  codeOf(error) === '23505' ? (error as { constraint?: string }).constraint : undefined

/** A number that was worked out fits no column. */
export const isOutOfRange = (error: unknown) => codeOf(error) === '22003'

const ATTEMPTS = 4

/** Runs `work` again, a moment later, when it collided with another transaction. */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === ATTEMPTS || !isCollision(error)) throw error
      await sleep(Math.random() * 20 * attempt)
    }
  }
}

const TRIES = 5

/**
 * For work that looks whether a value of a unique index is free and then takes it: where another transaction has been
 * quicker, the next look sees it.
 */
export async function retryOnUniqueViolation<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES || violatedConstraint(error) === undefined) throw error
    }
  }
}
