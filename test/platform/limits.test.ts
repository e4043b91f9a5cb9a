import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import Type from 'typebox'
import { defineArea } from '../../src/platform/area.ts'
import { addressOf } from '../../src/platform/http/caller.ts'
import { createOperationFactory } from '../../src/platform/peers/operation.ts'
import { problems } from '../../src/platform/problem.ts'
import { openPlatform } from '../support/platform.ts'

const KEYS = { COMPTOIR_API_KEYS: 'the-platforms-own-key', COMPTOIR_LIMIT_CALLS: '25' }
const KEY = { 'x-api-key': 'the-platforms-own-key' }

const rare = createOperationFactory('bell')({
  method: 'POST',
  url: '/api/publique/cloches',
  config: { access: 'open', takes: ['key'], idempotent: true },
  schema: {
    operationId: 'ring',
    summary: 'Ring',
    body: Type.Object({ tone: Type.String() }),
    response: { 201: Type.Object({ rung: Type.Integer() }), ...problems(400, 401, 429) },
  },
})

/** An area whose bell one address may ring 5 times a minute. The area `porter` forwards calls to it. */
const bell = () => {
  let rung = 0
  const limit = { name: 'bells', most: 5, refusal: 'Trop de coups' }
  const area = defineArea({
    name: 'bell',
    calls: [],
    open: ({ db }) => ({
      routes: async app => {
        app.route({
          ...rare,
          config: { ...rare.config, limit },
          handler: async (request, reply) => {
            const answer = { rung: ++rung }
            await db.transaction(tx => request.remember(tx, 201, answer))
            return reply.code(201).send(answer)
          },
        })
        app.get(
          '/api/publique/cloches',
          { config: { access: 'open' }, schema: { operationId: 'listen' } },
          async () => ({ rung }),
        )
      },
    }),
  })
  return { area, rung: () => rung }
}

const porter = defineArea({
  name: 'porter',
  calls: ['bell'],
  open: ({ peers }) => ({
    routes: async app => {
      app.post(
        '/api/publique/portes',
        { config: { access: 'open' }, schema: { operationId: 'knock' } },
        async (request, reply) => {
          const { status, body, retryAfter } = await peers.ask(rare, {
            body: { tone: 'ding' },
            forwardedFor: addressOf(request),
            expect: [429],
          })
          if (retryAfter) reply.header('retry-after', retryAfter)
          return reply.code(status).send(body)
        },
      )
    },
  }),
})

const RING = { method: 'POST', url: '/api/publique/cloches', body: { tone: 'ding' } } as const
const LISTEN = { method: 'GET', url: '/api/publique/cloches' } as const
const KNOCK = { method: 'POST', url: '/api/publique/portes' } as const

async function open(settings: Record<string, string> = KEYS, databaseUrl?: string) {
  const { area, rung } = bell()
  const shop = await openPlatform({ areas: [area, porter], settings, started: false, databaseUrl })
  const ask = async (call: object, remoteAddress: string, headers = {}) => {
    const {
      statusCode: status,
      headers: given,
      body,
    } = await shop.server.inject({ ...call, remoteAddress, headers })
    return { status, retryAfter: Number(given['retry-after']), body: body === '' ? null : JSON.parse(body) }
  }
  const times = async (n: number, call: object, address: string, headers = {}) =>
    Promise.all(Array.from({ length: n }, () => ask(call, address, headers)))
  return { ...shop, rung, ask, times }
}
const count = (answers: { status: number }[], status: number) =>
  answers.filter(each => each.status === status).length

describe('a route with a limit', () => {
  let shop: Awaited<ReturnType<typeof open>>
  before(async () => {
    shop = await open()
  })

  test('admits the limit out of twenty concurrent calls per address, and refused calls have no effect', async () => {
    const answers = await shop.times(20, RING, '192.0.2.1')
    assert.deepEqual([count(answers, 201), count(answers, 429), shop.rung()], [5, 15, 5])
    for (const { status, retryAfter, body } of answers)
      if (status === 429) {
        assert.ok(retryAfter > 50 && retryAfter <= 60, `${retryAfter}`)
        assert.deepEqual(body, {
          statusCode: 429,
          message: 'Trop de coups',
          error: 'Too Many Requests',
          code: 'trop-de-requetes',
        })
      }
  })

  test('does not refuse other addresses or callers with a key', async () => {
    assert.equal((await shop.ask(RING, '192.0.2.2')).status, 201)
    assert.equal(count(await shop.times(20, RING, '192.0.2.1', KEY), 201), 20)
  })

  test('does not accept a bearer token in place of a key', async () => {
    assert.equal((await shop.ask(RING, '192.0.2.1', { authorization: 'Bearer x' })).status, 429)
  })

  test('counts calls across all processes', async () => {
    const other = await open(KEYS, shop.databaseUrl)
    const answers = await Promise.all([shop.times(10, RING, '192.0.2.3'), other.times(10, RING, '192.0.2.3')])
    assert.equal(count(answers.flat(), 201), 5)
  })

  test('does not count calls that violate the schema', async () => {
    assert.equal(count(await shop.times(10, { ...RING, body: {} }, '192.0.2.4'), 400), 10)
    assert.equal((await shop.ask(RING, '192.0.2.4')).status, 201)
  })

  test('counts forwarded calls for the original address, and the forwarding area returns Retry-After', async () => {
    const answers = await shop.times(10, KNOCK, '192.0.2.5')
    assert.deepEqual([count(answers, 201), count(answers, 429)], [5, 5])
    assert.ok(answers.every(({ status, retryAfter }) => status === 201 || retryAfter > 50))
    assert.equal((await shop.ask(RING, '192.0.2.5')).status, 429)
    assert.equal((await shop.ask(KNOCK, '192.0.2.6')).status, 201)
  })

  test('ignores forged claims of a forwarded call', async () => {
    const forged = { 'x-handed-on-for': `${Buffer.alloc(32).toString('base64url')} 192.0.2.7` }
    assert.equal((await shop.ask(RING, '192.0.2.5', forged)).status, 429)
  })
})

describe('the other calls of one address', () => {
  test('are limited per minute; other addresses and callers with a key are not refused', async () => {
    const shop = await open()
    const answers = await shop.times(40, LISTEN, '192.0.2.1')
    assert.deepEqual([count(answers, 200), count(answers, 429)], [25, 15])
    const refused = answers.find(({ status }) => status === 429)
    assert.ok(refused && refused.retryAfter > 50 && refused.retryAfter <= 60)
    assert.equal(refused.body.error, 'Too Many Requests')

    assert.equal((await shop.ask({ method: 'GET', url: '/api/nowhere' }, '192.0.2.1')).status, 429)
    assert.equal((await shop.ask(RING, '192.0.2.1')).status, 201)
    assert.equal((await shop.ask(LISTEN, '192.0.2.2')).status, 200)
    assert.equal((await shop.ask(LISTEN, '192.0.2.1', KEY)).status, 200)
  })

  test('count several times on a slow route', async () => {
    const heavy = defineArea({
      name: 'heavy',
      calls: [],
      open: () => ({
        routes: async app => {
          const weight = ({ query }: { query: unknown }) => Number((query as { lines: string }).lines) / 20
          app.get(
            '/api/publique/lourds',
            { config: { access: 'open', weight }, schema: { operationId: 'lift' } },
            async () => ({}),
          )
        },
      }),
    })
    const { server } = await openPlatform({ areas: [heavy], settings: KEYS, started: false })
    const statuses = async (lines: number, remoteAddress: string, headers = {}) => {
      const url = `/api/publique/lourds?lines=${lines}`
      const found: number[] = []
      for (let i = 0; i < 4; i++)
        found.push((await server.inject({ url, remoteAddress, headers })).statusCode)
      return found
    }
    // 200 lines weigh 10 calls, so the limit of 25 admits two.
    assert.deepEqual(await statuses(200, '192.0.2.8'), [200, 200, 429, 429])
    assert.deepEqual(await statuses(1, '192.0.2.9'), [200, 200, 200, 200])
    assert.deepEqual(await statuses(200, '192.0.2.8', KEY), [200, 200, 200, 200])
  })

  test('count four times for a document', async () => {
    const { server } = await openPlatform({ areas: [], settings: KEYS, started: false })
    for (const [i, format] of ['json', 'yaml'].entries()) {
      const read = () => server.inject({ url: `/api/swagger/${format}`, remoteAddress: `192.0.2.${10 + i}` })
      const statuses = []
      for (let n = 0; n < 7; n++) statuses.push((await read()).statusCode)
      assert.deepEqual(statuses, [...Array(6).fill(200), 429])
    }
  })

  test('count fifty times for a body that is too large', async () => {
    const settings = { ...KEYS, COMPTOIR_LIMIT_CALLS: '120', COMPTOIR_LIMIT_REQUEST_BYTES: '1000' }
    const { server } = await openPlatform({ areas: [], settings, started: false })
    const send = async (bytes: number, remoteAddress: string, headers = {}) => {
      const body = { text: 'x'.repeat(bytes) }
      return (await server.inject({ method: 'POST', url: '/health', body, remoteAddress, headers }))
        .statusCode
    }
    const statuses = async (bytes: number, remoteAddress: string) => {
      const found = []
      for (let i = 0; i < 4; i++) found.push(await send(bytes, remoteAddress))
      return found
    }
    assert.deepEqual(await statuses(2000, '192.0.2.20'), [413, 413, 413, 429])
    assert.deepEqual(await statuses(10, '192.0.2.21'), [404, 404, 404, 404])
    assert.equal(await send(2000, '192.0.2.20', KEY), 404)
  })

  test('count with an invalid key, too', async () => {
    const settings = { ...KEYS, COMPTOIR_LIMIT_CALLS: '5' }
    const { server } = await openPlatform({ only: ['accounts'], settings, started: false })
    const guess = () => server.inject({ url: '/health', headers: { 'x-api-key': 'guess' } })
    const answers = await Promise.all(Array.from({ length: 8 }, guess))
    assert.deepEqual(answers.map(({ statusCode }) => statusCode).sort(), [
      ...Array(5).fill(401),
      ...Array(3).fill(429),
    ])
  })
})

test('without keys configured no caller is limited', async () => {
  const shop = await open({ COMPTOIR_LIMIT_CALLS: '25' })
  assert.equal(count(await shop.times(40, LISTEN, '127.0.0.1'), 200), 40)
  assert.equal(count(await shop.times(20, RING, '127.0.0.1'), 201), 20)
})

test('a limit must be a whole number above 0', async () => {
  await assert.rejects(
    open({ ...KEYS, COMPTOIR_LIMIT_CALLS: '0' }),
    /COMPTOIR_LIMIT_CALLS is 0; it must be a whole number from 1 to/,
  )
})
