import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { StockReference } from '../../src/logistics/stock-schemas.ts'
import { createMentionFinder } from '../../src/platform/events/dead-letters/content.ts'
import { languageOf } from '../../src/platform/http/accept.ts'
import { addressOfHop, networkOf } from '../../src/platform/network.ts'
import { isEmail, withoutFinalSlashes } from '../../src/platform/text.ts'
import { requestIdFrom } from '../../src/platform/trace.ts'
import { GUARDED } from '../support/guarded.ts'
import { type Call, createHostileCalls, findSlowSchemas, LONG, runOf } from '../support/hostile-text.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { measureProcessorMs, staysWithin } from '../support/processor-time.ts'
import { captureRoutes } from '../support/registered-routes.ts'

/** Less than a quadratic expression takes: 33 ms of processor time for 7 kB. */
const MORE_MS = 15

/** Confirming that a call is slow takes seconds, and a single slow one already fails the test. */
const ENOUGH = 3

/** Finds at most `ENOUGH` calls for which long runs take more than twice the time of 16 bytes plus `MORE_MS`. */
async function slowCalls({ server }: TestPlatform, calls: readonly Call[]): Promise<string[]> {
  const slow: string[] = []
  for (const { what, send } of calls) {
    if (slow.length === ENOUGH) break
    const inject = (bytes: number) => measureProcessorMs(() => server.inject(send(bytes)))
    // The first call of a route also compiles its schemas, so only a second slow one counts.
    if ((await inject(LONG)) <= MORE_MS || (await inject(LONG)) <= MORE_MS) continue
    let usual = Number.POSITIVE_INFINITY
    for (let n = 0; n < 3; n++) usual = Math.min(usual, await inject(16))
    if (!(await staysWithin(usual * 2 + MORE_MS, () => server.inject(send(LONG))))) slow.push(what)
  }
  return slow
}

const settings = { COMPTOIR_LIMIT_CALLS: '100000000', COMPTOIR_TRUSTED_PROXIES: '127.0.0.1' }

describe('7 kB of a hostile pattern delay no route noticeably more than 16 bytes', () => {
  test('without keys configured', async () => {
    const { shop, routes } = await captureRoutes(() => openPlatform({ started: false, settings }))
    assert.deepEqual(await slowCalls(shop, createHostileCalls(routes)), [])
    assert.deepEqual(await findSlowSchemas(routes), [])
  })

  test('for callers without a key', async () => {
    const { shop, routes } = await captureRoutes(() =>
      openPlatform({ only: ['accounts'], started: false, settings: { ...settings, ...GUARDED } }),
    )
    const calls = createHostileCalls(routes).filter(({ what }) => what.includes(': headers'))
    assert.deepEqual(await slowCalls(shop, calls), [])
  })
})

describe('every expression that parses input takes linear time: 100 kB of', () => {
  const text = (pattern: string) => runOf(pattern, 100_000)
  const [slashes, marks] = [text('/'), text('!')]
  const erased = createMentionFinder({
    names: ['CLI1'],
    addresses: [],
    numbers: { fields: [], inside: [], outside: [] },
  })
  const reference = new RegExp(String(Object(StockReference).pattern), 'u')
  for (const [what, read] of Object.entries({
    'slashes in an address': () => withoutFinalSlashes(`${slashes}x`),
    'punctuation in a word of a message': () => erased(`x${marks}x`, false),
    'a reference followed by a comma': () => reference.test(`${text('x')},`),
    'spaces before a comma': () => reference.test(`${text(' ')},`),
    'an e-mail address': () => isEmail(text('a.')),
    'a forwarded address': () => addressOfHop(text('1.')),
    'brackets around a forwarded address': () => addressOfHop(text('[')),
    'zone ids in an address': () => networkOf(`fe80::1${text('%')}\n`),
    'weights of languages': () => languageOf(text('fr;q=0,'), ['fr', 'en']),
    'a request id': () => requestIdFrom(text('-')),
  }))
    test(what, async () => assert.ok(await staysWithin(250, read)))
})
