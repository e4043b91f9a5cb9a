import { isIP } from 'node:net'
import { createRangeCheck } from '../platform/network.ts'
import { Problem } from '../platform/problem.ts'

/** IPv4 addresses that are not public: those for special purposes (RFC 6890), multicast and reserved ones. */
const RESERVED_4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  // A public address that only answers machines inside Azure.
  '168.63.129.16/32',
]

/** Everything outside 2000::/3, and the ranges inside it for IETF protocols (such as Teredo), documentation and 6to4. */
const RESERVED_6 = [
  ...['::/3', '4000::/2', '8000::/1'],
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]

const isReserved = createRangeCheck([...RESERVED_4, ...RESERVED_6])

/**
 * Refused unless the settings allow the address: the check of reserved ranges compares these addresses as IPv4, and no
 * public host needs one.
 */
const isMappedIPv4 = (address: string) => /^::ffff:/i.test(address)

export type AddressRules = ReturnType<typeof createAddressRules>

/** Returns the rules for addresses of webhooks. `networks` are the private addresses and ranges that settings allow. */
export function createAddressRules(networks: readonly string[]) {
  const isNamed = createRangeCheck(networks)
  return {
    /** Whether a URL may begin with http://; deliveries by http reach only the addresses in the settings. */
    plain: networks.length > 0,
    /** Whether deliveries to an address are allowed: to public ones by https, to those in the settings also by http. */
    allows: (address: string, secure: boolean) =>
      isNamed(address) || (secure && !isReserved(address) && !isMappedIPv4(address)),
  }
}

export const hostnameOf = ({ hostname }: URL) => hostname.replace(/^\[(.*)\]$/, '$1')

/**
 * Returns the normalized URL of a webhook, without a fragment. Throws 422 for an invalid or forbidden URL. A host name is
 * resolved and checked at each delivery instead, because its address may change.
 */
export function parseWebhookUrl(text: string, rules: AddressRules): string {
  const refuse = (why: string) => new Problem(422, 'adresse-refusee', `url ${why}`)
  const url = URL.parse(text)
  if (!url) throw refuse('is not a valid URL')
  const secure = url.protocol === 'https:'
  if (!secure && !(rules.plain && url.protocol === 'http:')) throw refuse('must begin with https://')
  if (url.username || url.password) throw refuse('must not contain a user name or password')
  url.hash = ''
  const host = hostnameOf(url)
  if (isIP(host) && !rules.allows(host, secure))
    throw refuse('has an address that is not allowed for webhooks')
  return url.href
}
