import { createHash, createHmac, hkdfSync } from 'node:crypto'
import type { FastifyRequest } from 'fastify'

/** A keyed hash of a customer's identifier, which recognises it without revealing it. */
export type Fingerprint = (name: string | number) => Buffer

export function fingerprintWith(secret: string): Fingerprint {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'comptoir erasures', 32))
  return name =>
    createHmac('sha256', key)
      .update(typeof name === 'number' ? `numero ${name}` : `client ${name}`)
      .digest()
}

/** The caller by the beginning of the hash of its key. */
export function askerOf({ headers, caller: { agent } }: FastifyRequest): string {
  if (agent && agent.id !== null) return agent.kind === 'cle' ? `clé ${agent.id}` : `personnel ${agent.id}`
  const key = headers['x-api-key']
  if (typeof key !== 'string') return 'sans clé'
  return `clé ${createHash('sha256').update(key).digest('hex').slice(0, 12)}`
}
