import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'

const SHOP = 'https://shop.example'
const ORIGINS = { COMPTOIR_SHOP_ORIGINS: `${SHOP}/, http://localhost:5173` }
const open = (settings: Record<string, string>) =>
  openPlatform({ areas: [defineProbe()], started: false, settings })

async function ask(
  shop: TestPlatform,
  method: string,
  url: string,
  headers: Record<string, string>,
  body?: object,
) {
  const answer = await shop.server.inject({
    method: method as 'GET',
    url,
    headers,
    ...(body ? { body } : {}),
  })
  const { statusCode: status, headers: all } = answer
  return {
    status,
    headers: Object.fromEntries(Object.entries(all).filter(([name]) => /^(access-control-|vary)/.test(name))),
  }
}
const preflight = (shop: TestPlatform, url: string, origin: string) =>
  ask(shop, 'OPTIONS', url, {
    origin,
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'authorization,x-api-key',
  })
const exposed = 'Retry-After, X-Request-Id, ETag'

for (const keys of [{}, { COMPTOIR_API_KEYS: 'first-key' }])
  describe(`other origins, ${'COMPTOIR_API_KEYS' in keys ? 'with' : 'without'} keys configured`, () => {
    test('are allowed if configured: the preflight of every path succeeds without a key, for a day, without cookies', async () => {
      const shop = await open({ ...keys, ...ORIGINS })
      for (const url of [
        '/api/publique/notes',
        '/probe/api/publique/notes',
        '/api/privee/notes/x',
        '/api/clock/update-sse',
        '/api/nowhere',
      ])
        assert.deepEqual(await preflight(shop, url, SHOP), {
          status: 204,
          headers: {
            vary: 'Origin',
            'access-control-allow-origin': SHOP,
            'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
            'access-control-allow-headers':
              'Authorization, X-API-Key, Idempotency-Key, If-None-Match, Content-Type, traceparent',
            'access-control-expose-headers': exposed,
            'access-control-max-age': '86400',
          },
        })
      assert.equal(
        (await preflight(shop, '/x', 'http://localhost:5173')).headers['access-control-allow-origin'],
        'http://localhost:5173',
      )
    })

    test('are refused if not configured', async () => {
      const shop = await open({ ...keys, ...ORIGINS })
      for (const origin of [
        'https://evil.example',
        'http://shop.example',
        'https://shop.example.evil',
        'https://a.shop.example',
        'null',
      ])
        assert.equal(
          (await preflight(shop, '/api/publique/notes', origin)).headers['access-control-allow-origin'],
          undefined,
          origin,
        )
    })

    test('can read responses and refusals, and can write', async () => {
      const shop = await open({ ...keys, ...ORIGINS })
      const allowed = {
        vary: 'Origin',
        'access-control-allow-origin': SHOP,
        'access-control-expose-headers': exposed,
      }
      const from = { origin: SHOP, 'sec-fetch-site': 'cross-site' }
      assert.deepEqual(await ask(shop, 'POST', '/api/publique/notes', from, { text: 'x' }), {
        status: 201,
        headers: allowed,
      })
      assert.deepEqual(await ask(shop, 'POST', '/api/publique/notes', from, {}), {
        status: 400,
        headers: allowed,
      })
      assert.deepEqual(await ask(shop, 'GET', '/api/nowhere', from), { status: 404, headers: allowed })
      if ('COMPTOIR_API_KEYS' in keys)
        assert.deepEqual(await ask(shop, 'PATCH', '/api/publique/notes', from), {
          status: 401,
          headers: allowed,
        })
    })

    test('receive no CORS headers without the setting', async () => {
      const shop = await open(keys)
      assert.deepEqual(await preflight(shop, '/api/publique/notes', SHOP), {
        status: 'COMPTOIR_API_KEYS' in keys ? 404 : 403,
        headers: {},
      })
      assert.deepEqual((await ask(shop, 'GET', '/health', { origin: SHOP })).headers, {})
    })
  })

test('a page can read the 429 that refuses its calls', async () => {
  const shop = await open({ ...ORIGINS, COMPTOIR_API_KEYS: 'first-key', COMPTOIR_LIMIT_CALLS: '1' })
  await ask(shop, 'GET', '/health', { origin: SHOP })
  const { status, headers } = await ask(shop, 'GET', '/health', { origin: SHOP })
  assert.deepEqual([status, headers['access-control-allow-origin']], [429, SHOP])
})

test('an invalid origin prevents the start', async () => {
  await assert.rejects(
    open({ COMPTOIR_SHOP_ORIGINS: 'shop.example' }),
    /COMPTOIR_SHOP_ORIGINS: shop.example is not an origin/,
  )
})
