import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StockReference } from '../../src/logistics/stocks/schemas.ts'
import { isEmail } from '../../src/platform/email.ts'
import { teller } from '../../src/platform/events/refusals/naming.ts'
import { languageOf } from '../../src/platform/http/accept-language.ts'
import { addressOfHop, networkOf } from '../../src/platform/network.ts'
import { withoutFinalSlashes } from '../../src/platform/text.ts'
import { requestIdFrom } from '../../src/platform/trace.ts'
import { GUARDED } from '../support/guarded.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { processorMs, staysWithin } from '../support/processor-time.ts'

/** What expressions of quadratic time stumble over: runs of what they repeat, without what they end with. */
const PATTERNS = ['a', '/', ',', ' ', '@.', '!']
const LONG = 7_000
const filled = (pattern: string, bytes: number) =>
  pattern.repeat(Math.ceil(bytes / pattern.length)).slice(0, bytes)

/** A quadratic expression takes 33 ms of processor time for 7 kB. */
const MORE_MS = 15

type Sent = { url: string; headers: Record<string, string> }
const HEADERS = [
  ...['accept', 'accept-language', 'authorization', 'cookie', 'if-match', 'if-none-match'],
  ...['content-encoding', 'idempotency-key', 'traceparent', 'x-api-key', 'x-forwarded-for', 'x-request-id'],
]

/** The text in each place of a request that a caller fills in: in a path it may be refused before the rest is read. */
function requests(path: string, text: string, parameters: readonly string[]): Sent[] {
  const encoded = encodeURIComponent(text).slice(0, LONG)
  const query = parameters.map(name => `${name}=${encoded.slice(0, LONG / parameters.length)}`)
  const headers = Object.fromEntries(HEADERS.map(name => [name, text]))
  const [plain = '', hostile = ''] = ['1', encoded].map(value => path.replaceAll(/:\w+|\*/g, value))
  return [
    { url: `${plain}?${query.join('&')}&${text.replaceAll(/[^!-~]/g, '+')}`, headers },
    ...(plain === hostile ? [] : [{ url: hostile, headers: {} }]),
  ]
}

async function slowRoutes(shop: TestPlatform): Promise<string[]> {
  const { paths } = shop.documents.of() as unknown as {
    paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>
  }
  const slow: string[] = []
  const seen = new Set<string>()
  for (const { methods, area, path, stream } of shop.server.places) {
    const method = methods.find(each => each !== 'HEAD' && each !== 'OPTIONS')
    // Routes of the platform are the same under each area.
    if (!method || stream || seen.has(`${method} ${path}`)) continue
    seen.add(`${method} ${path}`)
    const described = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const parameters = (described?.parameters ?? []).flatMap(each => (each.in === 'query' ? each.name : []))
    const names = parameters.length > 0 ? parameters : ['q']
    const address = area ? `/${area}${path}` : path
    const send = (sent: Sent) => shop.server.inject({ method: method as 'GET', ...sent })
    for (const pattern of PATTERNS) {
      const [short, long] = [16, LONG].map(bytes => requests(address, filled(pattern, bytes), names))
      for (const [i, sent] of long!.entries()) {
        if ((await processorMs(() => send(sent))) <= MORE_MS) continue
        let usual = Number.POSITIVE_INFINITY
        for (let n = 0; n < 3; n++) usual = Math.min(usual, await processorMs(() => send(short![i]!)))
        if (await staysWithin(usual * 2 + MORE_MS, () => send(sent))) continue
        slow.push(`${method} ${address}: ${pattern}, way ${i}`)
      }
    }
  }
  return slow
}

const settings = { COMPTOIR_LIMIT_CALLS: '100000000', COMPTOIR_TRUSTED_PROXIES: '127.0.0.1' }

describe('7 kB of a hostile pattern take no route more than a moment longer than 16 bytes', () => {
  test('without keys configured', async () => {
    assert.deepEqual(await slowRoutes(await openPlatform({ started: false, settings })), [])
  })

  test('of strangers', async () => {
    const shop = await openPlatform({
      only: ['accounts'],
      started: false,
      settings: { ...settings, ...GUARDED },
    })
    assert.deepEqual(await slowRoutes(shop), [])
  })
})

describe('an expression that reads what callers send takes linear time: 100 kB of', () => {
  const text = (pattern: string) => filled(pattern, 100_000)
  const [slashes, marks] = [text('/'), text('!')]
  const erased = teller({ names: ['CLI1'], addresses: [], numbers: { fields: [], inside: [], outside: [] } })
  const reference = new RegExp(String(Object(StockReference).pattern), 'u')
  for (const [what, read] of Object.entries({
    'slashes in an address': () => withoutFinalSlashes(`${slashes}x`),
    'marks in a word of a message': () => erased(`x${marks}x`, false),
    'a reference with a comma behind it': () => reference.test(`${text('x')},`),
    'spaces before a comma': () => reference.test(`${text(' ')},`),
    'an e-mail address': () => isEmail(text('a.')),
    'a forwarded address': () => addressOfHop(text('1.')),
    'brackets around a forwarded address': () => addressOfHop(text('[')),
    'zones in an address': () => networkOf(`fe80::1${text('%')}\n`),
    'weights of languages': () => languageOf(text('fr;q=0,'), ['fr', 'en']),
    'a request id': () => requestIdFrom(text('-')),
  }))
    test(what, async () => assert.ok(await staysWithin(250, read)))
})
