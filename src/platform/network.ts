import ipaddr from 'ipaddr.js'

/**
 * Returns the /64 network of an IPv6 address, because one subscriber has an entire /64, and an IPv4 address unchanged. An
 * IPv4-mapped IPv6 address counts as IPv4. Text that is not an address is returned unchanged.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const groups = parsed.parts.slice(0, 4).map(part => part.toString(16))
  return `${groups.join(':')}::/64`
}

const isAddress = (text: string) => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

/** Whether a text is an address or a range, IPv4 or IPv6: `10.0.0.1`, `10.0.0.0/8`. */
export const isRange = (text: string) =>
  isAddress(text) || ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text)

/** Returns a function that checks whether an address is in one of these ranges. */
export function createRangeCheck(ranges: readonly string[]): (address: string | undefined) => boolean {
  const parsed = ranges.map(range => {
    const [address = '', bits] = range.split('/')
    const ip = ipaddr.process(address)
    return [ip, bits === undefined ? ip.toByteArray().length * 8 : Number(bits)] as const
  })
  return address => {
    if (address === undefined || !ipaddr.isValid(address)) return false
    const ip = ipaddr.process(address)
    return parsed.some(([range, bits]) => range.kind() === ip.kind() && ip.match(range, bits))
  }
}

/**
 * Returns the address of an entry of `X-Forwarded-For`, which may have a port: `192.0.2.1:4711`, `[2001:db8::1]:4711`.
 * Undefined if it is invalid.
 */
export function addressOfHop(hop: string): string | undefined {
  const [, inBrackets, decimal] = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/.exec(hop) ?? []
  const address = inBrackets ?? decimal ?? hop
  return isAddress(address) ? address : undefined
}
