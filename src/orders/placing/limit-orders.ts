import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { Problem } from '../../platform/http/problem.ts'
import type { OrdersPlatform } from '../peers.ts'
import { noteOrder, oldestOrder, pruneCadence } from './store.ts'

export const ORDERS_A_MINUTE = 60
const MINUTE_MS = 60_000

/**
 * Lets at most 60 orders a minute pass from one address that shows no key where keys are configured (429), counted in the database for all processes
 * alike. In real time: it holds back machines, whatever the clock of the shop says.
 */
export async function limitOrders({ clock, db }: OrdersPlatform, { caller, ip }: FastifyRequest) {
  if (caller.trusted) return
  const address = networkOf(ip)
  const now = clock.toReal(clock.now())
  const from = new Date(now.getTime() - MINUTE_MS)
  const until = new Date(now.getTime() + MINUTE_MS)
  const admitted = await db.transaction(tx => noteOrder(tx, address, ORDERS_A_MINUTE, from, now, until), {
    durable: false,
  })
  if (admitted) return
  const oldest = (await oldestOrder(db, address, from)) ?? from
  const seconds = Math.max(1, Math.ceil((oldest.getTime() - from.getTime()) / 1000))
  throw new Problem(429, 'Trop de commandes en une minute : réessayez dans un instant', seconds)
}

/** One subscriber has a whole IPv6 network of 64 bits; an IPv4 address may come dressed as IPv6. */
export function networkOf(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const groups = head === '' ? [] : head.split(':')
  const last = tail ? tail.split(':') : []
  const whole =
    tail === undefined ? groups : [...groups, ...Array(8 - groups.length - last.length).fill('0'), ...last]
  return `${whole.slice(0, 4).join(':').toLowerCase()}::/64`
}

/** Addresses are kept no longer than they count. */
export const forgetHaste = ({ clock, db }: OrdersPlatform) =>
  db.transaction(tx => pruneCadence(tx, clock.toReal(clock.now())))
