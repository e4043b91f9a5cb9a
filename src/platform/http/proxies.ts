import type { FastifyRequest } from 'fastify'
import type { Log } from '../log.ts'
import { addressOfHop, createRangeCheck } from '../network.ts'

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
 * Returns a hook that logs one warning about a proxy that forwards addresses and is not trusted, by this process or by
 * its gateway: all its callers then count as one address.
 */
export function createProxyWarning(log: Log, trustedProxies: readonly string[]) {
  const isTrusted = createRangeCheck(trustedProxies)
  let warned = false
  return ({ ip, socket, headers }: FastifyRequest) => {
    if (warned || headers['x-forwarded-for'] === undefined) return
    // A different address was forwarded by a trusted proxy. The same one may be a caller on the proxy's own machine.
    if (ip === socket.remoteAddress && !isTrusted(ip)) warn(ip, 'COMPTOIR_TRUSTED_PROXIES')
    else if (headers['x-unnamed-proxy'] !== undefined) {
      const unnamed = addressOfHop(String(headers['x-unnamed-proxy']))
      if (unnamed !== undefined) warn(unnamed, '--trusted-proxies of the gateway')
    }
  }

  function warn(proxy: string, list: string) {
    warned = true
    log.warn({ proxy }, `A proxy missing from ${list} forwards addresses; its callers count as one address`)
  }
}
