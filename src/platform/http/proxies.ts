import type { FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { addressOfHop } from '../network.ts'

/**
 * Each proxy appends a hop, so the last ones suffice. Parsing an invalid hop takes 10 µs, and 8 kB contain thousands.
 */
const MAX_HOPS = 20

/**
 * Returns the forwarded addresses without their ports, which would give each connection limits of its own. An invalid
 * hop and everything before it come from an unknown sender and are dropped.
 */
function withoutPorts(forwarded: string): string {
  const hops = forwarded
    .split(',')
    .slice(-MAX_HOPS)
    .map(hop => addressOfHop(hop.trim()))
  return hops.slice(hops.lastIndexOf(undefined) + 1).join(', ')
}

/**
 * Normalizes `X-Forwarded-For` before it is read. Removes `X-Forwarded-Host`, because proxies may forward the one that
 * a caller sent, and the shop's own address is a setting.
 */
export function normalizeForwarding({ headers }: FastifyRequest) {
  if (headers['x-forwarded-host'] !== undefined) delete headers['x-forwarded-host']
  const forwarded = headers['x-forwarded-for']
  if (forwarded !== undefined) headers['x-forwarded-for'] = withoutPorts(String(forwarded))
}

/**
 * Returns a hook that logs one warning if an untrusted proxy forwards addresses: all its callers then count as one
 * address.
 */
export function createProxyWarning(log: Log) {
  let warned = false
  return (request: FastifyRequest) => {
    if (warned || !request.headers['x-forwarded-for']) return
    // The proxy's own address is the first; another follows only if the proxy is trusted. Addresses alone do not tell: a
    // caller on the proxy's machine has the same one.
    const { ips = [], socket } = request
    if (ips.length > 1) return
    warned = true
    log.warn(
      { proxy: socket.remoteAddress },
      'A proxy missing from COMPTOIR_TRUSTED_PROXIES forwards addresses; its callers count as one address',
    )
  }
}
