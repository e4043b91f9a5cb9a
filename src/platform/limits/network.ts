import { isIPv6 } from 'node:net'

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
