import { randomBytes } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createKeyedSemaphore, createSemaphore } from '../../platform/concurrency/semaphore.ts'

/**
 * The OWASP recommendation for argon2id: 19 MiB, two passes, one lane. Tests hash thousands of passwords, so they reduce
 * the memory.
 */
export const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/**
 * The maximum number of concurrent hashes. They run on the four threads of libuv, which also verify tokens: if passwords
 * occupied all four, every request with a token would wait for logins. One core stays free, unless there is only one.
 */
const THREADS = Math.min(3, Math.max(1, availableParallelism() - 1))
const withFreeThread = createSemaphore(THREADS)

/**
 * Hashes for unknown callers queue before they occupy a thread: one at a time per network, and at most one per thread in
 * all. Known callers therefore wait for them no longer than one hash takes, and a network with many hashes delays the
 * others no more than a network with one.
 */
const onePerNetwork = createKeyedSemaphore()
const amongUnknownCallers = createSemaphore(THREADS)

const withThread = <T>(unknownNetwork: string | undefined, work: () => Promise<T>): Promise<T> =>
  unknownNetwork === undefined
    ? withFreeThread(work)
    : onePerNetwork(unknownNetwork, () => amongUnknownCallers(() => withFreeThread(work)))

/** The number of passwords that this process has hashed or verified. */
export const passwordHashes = { computed: 0 }

const counted = <T>(unknownNetwork: string | undefined, hashing: () => Promise<T>): Promise<T> =>
  withThread(unknownNetwork, () =>
    hashing().finally(() => {
      passwordHashes.computed++
    }),
  )

/**
 * Returns the argon2id hash of a password. `unknownNetwork` is the network of an unknown caller, whose hashes run one
 * at a time; it is absent for a known caller.
 */
export const hashPassword = (password: string, unknownNetwork?: string) =>
  counted(unknownNetwork, () => hash(password, HASH_COST))

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')

/** Returns a random hash that no password matches and that costs as much to verify as a real one. */
export const createUnmatchableHash = ({ memoryCost, timeCost, parallelism } = HASH_COST) =>
  `$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$${base64(16)}$${base64(32)}`

/**
 * Whether the password matches the stored hash. Without a hash, returns false after the same work, so that the duration
 * does not reveal whether an account exists.
 */
export const verifyPassword = (password: string, stored: string | undefined, unknownNetwork?: string) =>
  counted(unknownNetwork, () => verify(stored ?? createUnmatchableHash(), password))
