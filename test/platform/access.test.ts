import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { areas } from '../../src/areas.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'

const routes = [
  ['open', 'POST', '/api/publique/notes'],
  ['customer', 'GET', '/api/publique/notes'],
  ['staff', 'PATCH', '/api/publique/notes'],
  ['internal', 'GET', '/metrics'],
] as const

const body = (method: string) => (method === 'GET' ? undefined : { text: 'x' })

describe('with API keys configured', () => {
  let shop: TestPlatform
  before(async () => {
    shop = await openPlatform({
      areas: [defineProbe(), ...areas.filter(({ name }) => name === 'accounts')],
      started: false,
      settings: { COMPTOIR_API_KEYS: 'first-key,second-key' },
    })
  })

  for (const [access, method, url] of routes) {
    test(`${access} routes`, async () => {
      const status = async (headers: Record<string, string> = {}) =>
        (await shop.call(method, url, body(method), headers)).status
      const passed = method === 'POST' ? 201 : 200

      assert.equal(await status(), access === 'open' ? passed : 401)
      assert.equal(await status({ 'x-api-key': 'second-key' }), passed)
      assert.equal(await status({ 'x-api-key': 'second-ke' }), 401)
    })
  }

  test('a refusal has the standard error body', async () => {
    assert.deepEqual((await shop.call('GET', '/metrics')).body, {
      statusCode: 401,
      message: 'An API key is required in the header X-API-Key',
      error: 'Unauthorized',
      code: 'cle-absente',
    })
  })

  test('while accounts is unavailable, calls with a token or key receive 503 instead of access', async () => {
    const alone = await openPlatform({
      areas: [defineProbe()],
      started: false,
      settings: { COMPTOIR_API_KEYS: 'first-key' },
    })
    const status = async (headers: Record<string, string>) =>
      (await alone.call('GET', '/api/publique/notes', undefined, headers)).status
    assert.equal(await status({ authorization: 'Bearer x.y.z' }), 503)
    assert.equal(await status({ 'x-api-key': 'made by accounts' }), 503)
    assert.equal(await status({ 'x-api-key': 'first-key' }), 200)
  })
})

test('without API keys every route is open', async () => {
  const shop = await openPlatform({ areas: [defineProbe()], started: false })
  for (const [, method, url] of routes)
    assert.ok((await shop.call(method, url, body(method), { 'x-api-key': 'any' })).status < 300, url)
})

test('areas call one another with the platform’s own key, in the process and by URL, and errors name an unavailable area', async () => {
  const settings = { COMPTOIR_API_KEYS: 'the-key' }
  const remote = await openPlatform({ areas: [defineProbe({ name: 'remote' })], started: false, settings })
  await remote.server.listen({ port: 0, host: '127.0.0.1' })
  const shop = await openPlatform({
    areas: [
      defineProbe({ name: 'asking', calls: ['near', 'remote', 'absent'] }),
      defineProbe({ name: 'near', bare: false }),
    ],
    started: false,
    settings: { ...settings, COMPTOIR_REMOTE_URL: `${remote.server.listeningOrigin}/remote` },
    elsewhere: [defineProbe({ name: 'remote' })],
  })
  const ask = (peer: string) =>
    shop.call('GET', `/asking/api/privee/notes/${peer}`, undefined, { 'x-api-key': 'the-key' })

  assert.deepEqual((await ask('near')).body, { limit: 7 })
  assert.deepEqual((await ask('remote')).body, { limit: 7 })
  const absent = await ask('absent')
  assert.deepEqual([absent.status, absent.headers['retry-after']], [503, '5'])
  await remote.close()
  assert.equal((await ask('remote')).status, 503)
})
