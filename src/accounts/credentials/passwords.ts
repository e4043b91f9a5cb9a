import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createKeyedSemaphore, createSemaphore } from '../../platform/concurrency/semaphore.ts'

/**
 * The OWASP recommendation for argon2id: 19 MiB, two passes, one lane. Hashes run on libuv's threads, not on the main
 * thread. Tests hash thousands of passwords and use less memory.
 */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * libuv has four threads, which also verify tokens. If passwords occupied all of them, every request with a token would
 * wait behind every login. One core stays free.
 */
const THREADS = Math.min(3, Math.max(1, availableParallelism() - 1))
const withFreeThread = createSemaphore(THREADS)

/**
 * Hashes for unknown callers queue before they occupy a thread: one at a time per network, and at most one per thread in
 * all. A known caller waits for at most one of them, an unknown caller for one of each other network.
 */
const onePerNetwork = createKeyedSemaphore()
const amongUnknownCallers = createSemaphore(THREADS)

const withThread = <T>(unknownNetwork: string | undefined, work: () => Promise<T>): Promise<T> =>
  unknownNetwork === undefined
    ? withFreeThread(work)
    : onePerNetwork(unknownNetwork, () => amongUnknownCallers(() => withFreeThread(work)))

/** The number of hashes that this process has computed. */
export const work = { done: 0 }

const counted = <T>(unknownNetwork: string | undefined, hashing: () => Promise<T>): Promise<T> =>
  withThread(unknownNetwork, () =>
    hashing().finally(() => {
      work.done++
    }),
  )

/** Returns the argon2id hash of a password. `unknownNetwork` is the network of an unknown caller. */
export const hashPassword = (password: string, unknownNetwork?: string) =>
  counted(unknownNetwork, () => hash(password, HASH_COST))

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')

/** A random hash that matches no password and costs as much to verify as a real one. */
export const unmatchableHash = ({ memoryCost, timeCost, parallelism } = HASH_COST) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(16)}$${base64(32)}`

/** Whether the password matches. Takes the same time if there is no stored hash. */
export const isPassword = (password: string, stored: string | undefined, unknownNetwork?: string) =>
  counted(unknownNetwork, () => verify(stored ?? unmatchableHash(), password))
