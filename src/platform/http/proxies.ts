import type { FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { addressOfHop } from '../network.ts'

/** The last ones are the proxies'. To parse one that is no address takes 10 microseconds, and 8 kB hold thousands. */
const MOST_HOPS = 20

/**
 * The addresses that proxies forward, without ports: a key with the port would give each connection limits of its own. What
 * stands before a hop that is no address was written by somebody whom nobody knows, and is left out.
 */
function withoutPorts(forwarded: string): string {
  const hops = forwarded
    .split(',')
    .slice(-MOST_HOPS)
    .map(hop => addressOfHop(hop.trim()))
  return hops.slice(hops.lastIndexOf(undefined) + 1).join(', ')
}

/**
 * Normalises `X-Forwarded-For` before anything reads it, and drops `X-Forwarded-Host`: proxies pass it on from the caller, and
 * the shop's own address is a setting.
 */
export function normaliseForwarding({ headers }: FastifyRequest) {
  if (headers['x-forwarded-host'] !== undefined) delete headers['x-forwarded-host']
  const forwarded = headers['x-forwarded-for']
  if (forwarded !== undefined) headers['x-forwarded-for'] = withoutPorts(String(forwarded))
}

/** Warns once of a proxy that forwards addresses and is not believed: all who come through it count as one address. */
export function createProxyWarning(log: Log) {
  let warned = false
  return (request: FastifyRequest) => {
    if (warned || request.headers['x-forwarded-for'] === undefined) return
    const { ip, socket } = request
    if (ip !== socket.remoteAddress) return
    warned = true
    log.warn(
      { proxy: ip },
      'A proxy that COMPTOIR_TRUSTED_PROXIES does not name forwards addresses: its callers count as one address',
    )
  }
}
