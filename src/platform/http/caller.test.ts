import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify, { type FastifyRequest } from 'fastify'
import { guardAccess } from './access.ts'
import { allowOnlyOwner, type Caller, identifyCallers } from './caller.ts'

/** A server that knows the token `ada`; counts how often it was asked whose a token is. */
function serverWith(apiKeys: string[]) {
  const seen: { asked: number; strangers: number; caller?: Caller } = { asked: 0, strangers: 0 }
  const app = Fastify()
  identifyCallers(
    app,
    apiKeys,
    async token => {
      seen.asked++
      return token === 'ada' ? { names: ['7', 'CLI_7', 'CLI_6'] } : undefined
    },
    async () => void seen.strangers++,
  )
  guardAccess(app)
  const note = (request: FastifyRequest) => {
    seen.caller = request.caller
  }
  app.get('/open', { config: { access: 'open' } }, async request => note(request))
  app.get<{ Params: { id: string } }>('/of/:id', { config: { access: 'customer' } }, async request => {
    note(request)
    await allowOnlyOwner(request, request.params.id)
  })
  const get = async (url: string, headers = {}) => (await app.inject({ url, headers })).statusCode
  return { seen, get }
}

const ada = { authorization: 'Bearer ada' }

test('without keys everybody is trusted, whatever they show', async () => {
  const { seen, get } = serverWith([])
  for (const headers of [{}, { 'x-api-key': 'any' }, { authorization: 'Bearer nobody' }]) {
    assert.equal(await get('/of/1', headers), 200)
    assert.partialDeepStrictEqual(seen.caller, { guarded: false, hasKey: false, trusted: true })
  }
  assert.equal(seen.asked, 0)
  await assert.rejects(async () => seen.caller?.customer(), { statusCode: 401 })
})

test('with keys, who showed one is trusted, and nobody else', async () => {
  const { seen, get } = serverWith(['one', 'two'])
  assert.equal(await get('/of/1', { 'x-api-key': 'two' }), 200)
  assert.partialDeepStrictEqual(seen.caller, { guarded: true, hasKey: true, trusted: true })
  assert.equal(await get('/open'), 200)
  assert.partialDeepStrictEqual(seen.caller, { guarded: true, hasKey: false, trusted: false })
  assert.equal(await seen.caller?.customer(), undefined)
  assert.equal(await get('/open', { 'x-api-key': 'three' }), 401)
})

test('a customer is let to their own, under each of their identifiers; accounts is asked once a request', async () => {
  const { seen, get } = serverWith(['one'])
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
