import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '../../platform/concurrency/semaphore.ts'

/** The OWASP recommendation for argon2id: 19 MiB, two passes, one lane. Runs on libuv's threads, not on ours. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * libuv has four threads, and tokens are checked on them too: were all of them at passwords, every request with a token
 * would wait behind every login. One core is left to the rest.
 */
const withFreeThread = createSemaphore(Math.min(3, Math.max(1, availableParallelism() - 1)))

/** Hashes that have been worked out in this process. */
export const work = { done: 0 }

const inTurn = <T>(hashing: () => Promise<T>): Promise<T> =>
  withFreeThread(() =>
    hashing().finally(() => {
      work.done++
    }),
  )

export const hashPassword = (password: string) => inTurn(() => hash(password, cost))

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')

/** A hash that no password has: it costs as much to verify as a real one. */
export const NOBODYS = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${base64(16)}$${base64(32)}`

/** Takes the same time whether or not there is a hash to compare with. */
export const isPassword = (password: string, stored: string | undefined) =>
  inTurn(() => verify(stored ?? NOBODYS, password))
