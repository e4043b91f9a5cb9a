import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify, { type FastifyRequest } from 'fastify'
import { Problem } from '../problem.ts'
import { checkAccess, requireAccessClasses } from './access.ts'
import type { Agent } from './agent.ts'
import { allowOnlyOwner, type Caller, createForwarding, createIdentify } from './caller.ts'
import { createGuard } from './guard.ts'
import type { Right } from './rights.ts'

/** Creates a server that accepts the token `ada` and these keys, and counts its token checks. */
function serverWith(keys: Record<string, Right[]>) {
  const seen: { asked: number; strangers: number; caller?: Caller } = { asked: 0, strangers: 0 }
  const app = Fastify()
  const identify = createIdentify({
    guard: createGuard(Object.keys(keys).length > 0 ? 'closed' : 'open'),
    findAgent({ headers }) {
      const key = headers['x-api-key']
      if (typeof key !== 'string') return undefined
      const rights = keys[key]
      if (!rights) throw new Problem(401, 'cle-invalide', 'The API key is not valid')
      const agent: Agent = { kind: 'cle', id: 1, name: key, rights, stores: undefined, isPlatform: false }
      return { agent, headers: { 'x-api-key': key } }
    },
    authenticate: async token => {
      seen.asked++
      return token === 'ada' ? { names: ['7', 'CLI_7', 'CLI_6'] } : undefined
    },
    speakForCustomers: ['shop', 'till'],
    forwarding: createForwarding(undefined),
    countStranger: () => void seen.strangers++,
  })
  requireAccessClasses(app)
  app.decorateRequest('caller')
  app.addHook('onRequest', async request => {
    request.caller = await identify(request)
    await checkAccess(request)
  })
  const note = (request: FastifyRequest) => {
    seen.caller = request.caller
  }
  app.get('/open', { config: { access: 'open' } }, async request => note(request))
  const config = { access: 'customer', rights: ['shop', 'support'] } as const
  app.get<{ Params: { id: string } }>('/of/:id', { config }, async request => {
    note(request)
    await allowOnlyOwner(request, request.params.id)
  })
  app.get('/staff', { config: { access: 'staff', rights: ['catalogue'] } }, async request => note(request))
  const get = async (url: string, headers = {}) => (await app.inject({ url, headers })).statusCode
  return { seen, get }
}

const ada = { authorization: 'Bearer ada' }

test('without keys every caller is trusted, whatever they send', async () => {
  const { seen, get } = serverWith({})
  for (const headers of [{}, { 'x-api-key': 'any' }, { authorization: 'Bearer nobody' }]) {
    assert.equal(await get('/of/1', headers), 200)
    assert.partialDeepStrictEqual(seen.caller, { guarded: false, hasKey: false, trusted: true })
  }
  assert.equal(seen.asked, 0)
  await assert.rejects(async () => seen.caller?.customer(), { statusCode: 401 })
})

test('with keys configured, only callers with one are trusted', async () => {
  const { seen, get } = serverWith({ one: ['admin'], two: ['shop'] })
  assert.equal(await get('/of/1', { 'x-api-key': 'two' }), 200)
  assert.partialDeepStrictEqual(seen.caller, { guarded: true, hasKey: true, trusted: true })
  assert.equal(await get('/open'), 200)
  assert.partialDeepStrictEqual(seen.caller, { guarded: true, hasKey: false, trusted: false })
  assert.equal(await seen.caller?.customer(), undefined)
  assert.equal(await get('/open', { 'x-api-key': 'three' }), 401)
})

test('a key with the right metrics alone is neither trusted nor exempt from limits', async () => {
  const { seen, get } = serverWith({ figures: ['metrics'], both: ['metrics', 'shop'] })
  assert.equal(await get('/open', { 'x-api-key': 'figures' }), 200)
  assert.partialDeepStrictEqual(seen, { strangers: 1, caller: { hasKey: true, trusted: false } })
  assert.equal(await get('/staff', { 'x-api-key': 'figures' }), 403)
  assert.equal(await get('/of/7', { 'x-api-key': 'figures' }), 403)
  assert.equal(await get('/open', { 'x-api-key': 'both' }), 200)
  assert.equal(seen.caller?.trusted, true)
})

test('a customer can access their own data under each identifier, with one token check for each request', async () => {
  const { seen, get } = serverWith({ one: ['admin'] })
  for (const [id, status] of [
    ['7', 200],
    ['CLI_7', 200],
    ['CLI_6', 200],
    ['CLI_5', 403],
    ['07', 403],
  ] as const)
    assert.equal(await get(`/of/${id}`, ada), status, id)
  assert.equal(seen.asked, 5)
  assert.equal(await get('/of/7'), 401)
  assert.equal(await get('/of/7', { authorization: 'Bearer bob' }), 401)
  assert.equal(await get('/of/7', { authorization: 'Basic ada' }), 401)
})

test('a key opens the routes of its rights: 401 without one, 403 without the right, all with admin', async () => {
  const { get } = serverWith({ whole: ['admin'], shop: ['shop'], books: ['catalogue'] })
  const statuses = async (url: string) => [
    await get(url),
    await get(url, { 'x-api-key': 'shop' }),
    await get(url, { 'x-api-key': 'books' }),
    await get(url, { 'x-api-key': 'whole' }),
  ]
  assert.deepEqual(await statuses('/staff'), [401, 403, 200, 200])
  assert.deepEqual(await statuses('/of/7'), [401, 200, 403, 200])
})

test('a customer can access only their own data, even with a key that lacks the right', async () => {
  const { get } = serverWith({ books: ['catalogue'] })
  assert.equal(await get('/of/7', { ...ada, 'x-api-key': 'books' }), 200)
  assert.equal(await get('/of/8', { ...ada, 'x-api-key': 'books' }), 403)
})

test('a customer is proven by their token or a key that speaks for customers, and otherwise only claimed', async () => {
  const { seen, get } = serverWith({ shop: ['shop'], books: ['catalogue'], peer: ['peer'] })
  const proves = async (headers: Record<string, string>, identifier: string) => {
    await get('/open', headers)
    return seen.caller?.proves(identifier)
  }
  assert.equal(await proves({}, '7'), false)
  assert.equal(await proves(ada, '7'), true)
  assert.equal(await proves(ada, 'CLI_6'), true)
  assert.equal(await proves(ada, '8'), false)
  assert.equal(await proves({ 'x-api-key': 'shop' }, '8'), true)
  assert.equal(await proves({ 'x-api-key': 'books' }, '7'), false)
  assert.equal(await proves({ 'x-api-key': 'peer' }, '7'), false)
  assert.equal(await proves({ 'x-api-key': 'books', ...ada }, '7'), true)

  const open = serverWith({})
  await open.get('/open')
  assert.equal(await open.seen.caller?.proves('7'), true)
})
