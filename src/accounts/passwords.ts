import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** The OWASP recommendation for argon2id: 19 MiB, two passes, one lane. Runs on libuv's threads, not on ours. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, cost)

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')

/** A hash that no password has: it costs as much to verify as a real one. */
const NOBODYS = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=${cost.parallelism}$${base64(16)}$${base64(32)}`

/** Takes the same time whether or not there is a hash to compare with. */
export const isPassword = (password: string, stored: string | undefined) =>
  verify(stored ?? NOBODYS, password)
