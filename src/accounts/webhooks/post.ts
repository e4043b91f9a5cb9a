import { Resolver } from 'node:dns/promises'
import { once } from 'node:events'
import { type IncomingMessage, request as plainRequest, type RequestOptions } from 'node:http'
import { request as secureRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { type AddressRules, hostnameOf } from '../webhook-addresses.ts'

/** The maximum length of the stored beginning of a response, which staff may read. */
const MAX_STORED_CHARACTERS = 1_000
const HEADER_BYTES = 16_384

type Message = { headers: Record<string, string>; body: string; signal: AbortSignal }
export type Post = ReturnType<typeof createPost>

/**
 * Returns a function that posts to a user-supplied URL. It resolves the name once and connects only to the addresses that
 * it checked, even if the name changes. It follows no redirection, stores no cookies, and stops reading a response once
 * the stored part is complete. It throws if an address is not allowed or no response arrives.
 */
export const createPost =
  ({ rules, resolve }: { rules: AddressRules; resolve: Resolve }) =>
  async (address: string, { headers, body, signal }: Message) => {
    const url = new URL(address)
    const secure = url.protocol === 'https:'
    const refused = () =>
      new Error(`${hostnameOf(url)} resolves to an address that is not allowed for webhooks`)
    const lookup: LookupFunction = (host, _options, give) => {
      const checked = async () => {
        const found = await resolve(host)
        if (found.length === 0 || !found.every(each => rules.allows(each, secure))) throw refused()
        return found.map(each => ({ address: each, family: isIP(each) }))
      }
      checked().then(
        found => give(null, found),
        error => give(error, []),
      )
    }
    const host = hostnameOf(url)
    // Node.js does not call `lookup` for IP addresses, so they are checked here.
    if (isIP(host) && !rules.allows(host, secure)) throw refused()
    const length = { 'content-length': Buffer.byteLength(body) }
    return exchange(secure ? secureRequest : plainRequest, url, body, {
      ...{ method: 'POST', headers: { ...headers, ...length }, agent: false, maxHeaderSize: HEADER_BYTES },
      // `autoSelectFamily` requests all addresses of a name and tries them in turn.
      ...{ lookup, signal, autoSelectFamily: true },
    })
  }

async function exchange(send: typeof plainRequest, url: URL, body: string, options: RequestOptions) {
  const request = send(url, options)
  const answered = once(request, 'response')
  // A receiver may switch protocols and close the connection, which emits neither `response` nor `error`.
  const closed = once(request, 'close').then(() => {
    throw new Error('The connection was closed without a response')
  })
  // Ignores errors after the response, which would otherwise end the process. Earlier ones reject `answered`.
  request.on('error', () => {})
  request.end(body)
  const [response] = (await Promise.race([answered, closed])) as [IncomingMessage]
  let text = ''
  try {
    for await (const chunk of response.setEncoding('utf8')) {
      text += chunk
      if (text.length >= MAX_STORED_CHARACTERS) break
    }
  } catch {
    // The status has arrived and decides the outcome, so an incomplete body does not matter.
  }
  request.destroy()
  // PostgreSQL cannot store NUL characters.
  return { status: response.statusCode ?? 0, text: text.slice(0, MAX_STORED_CHARACTERS).replaceAll('\0', '') }
}

type Resolve = (host: string) => Promise<string[]>

const TRY_MS = 2_500

/**
 * Resolves names by DNS. `dns.lookup` would use libuv's four threads: names whose servers do not respond would block file
 * access and password checks.
 */
export function createResolver(): { resolve: Resolve; stop: () => void } {
  const resolver = new Resolver({ timeout: TRY_MS, tries: 2 })
  return {
    async resolve(host) {
      const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
      const addresses = found.flatMap(each => (each.status === 'fulfilled' ? each.value : []))
      if (addresses.length === 0) throw new Error(`The host name ${host} has no address`)
      return addresses
    },
    stop: () => resolver.cancel(),
  }
}
