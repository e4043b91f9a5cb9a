import { Resolver } from 'node:dns/promises'

export type Resolve = (host: string) => Promise<string[]>

const TRY_MS = 2_500

/**
 * The addresses of a name, by DNS alone. Not by getaddrinfo, which has four threads for the whole process: names that nobody
 * answers for would keep it from reading files and checking passwords.
 */
export function createResolver(): { resolve: Resolve; stop: () => void } {
  const resolver = new Resolver({ timeout: TRY_MS, tries: 2 })
  return {
    async resolve(host) {
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      const addresses = found.flatMap(each => (each.status === 'fulfilled' ? each.value : []))
      if (addresses.length === 0) throw new Error(`The name ${host} has no address`)
      return addresses
    },
    stop: () => resolver.cancel(),
  }
}
