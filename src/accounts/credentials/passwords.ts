import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createKeyedSemaphore, createSemaphore } from '../../platform/concurrency/semaphore.ts'

/**
 * The OWASP recommendation for argon2id: 19 MiB, two passes, one lane. Runs on libuv's threads, not on ours. Tests, which hash
 * some thousands of passwords, use less memory.
 */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * libuv has four threads, and tokens are checked on them too: were all of them at passwords, every request with a token
 * would wait behind every login. One core is left to the rest.
 */
const THREADS = Math.min(3, Math.max(1, availableParallelism() - 1))
const withFreeThread = createSemaphore(THREADS)

/**
 * Hashes for unknown callers queue before they take a thread: one at a time per network, and in all no more than there are
 * threads. A known caller waits for one of them at most, an unknown one for one of each other network.
 */
const inTurnOfNetwork = createKeyedSemaphore()
const amongStrangers = createSemaphore(THREADS)

const whenFree = <T>(stranger: string | undefined, work: () => Promise<T>): Promise<T> =>
  stranger === undefined
    ? withFreeThread(work)
    : inTurnOfNetwork(stranger, () => amongStrangers(() => withFreeThread(work)))

/** Hashes that have been worked out in this process. */
export const work = { done: 0 }

const inTurn = <T>(stranger: string | undefined, hashing: () => Promise<T>): Promise<T> =>
  whenFree(stranger, () =>
    hashing().finally(() => {
      work.done++
    }),
  )

/** `stranger`: the network of somebody who is not known yet. */
export const hashPassword = (password: string, stranger?: string) =>
  inTurn(stranger, () => hash(password, HASH_COST))

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')

/** A hash that no password has: it costs as much to verify as a real one. */
export const nobodysHash = ({ memoryCost, timeCost, parallelism } = HASH_COST) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(16)}$${base64(32)}`

/** Takes the same time whether or not there is a hash to compare with. */
export const isPassword = (password: string, stored: string | undefined, stranger?: string) =>
  inTurn(stranger, () => verify(stored ?? nobodysHash(), password))
