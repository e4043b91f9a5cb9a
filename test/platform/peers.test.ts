import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { json, text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import Fastify, { type FastifyContextConfig } from 'fastify'
import Type from 'typebox'
import { createForwarding } from '../../src/platform/http/caller.ts'
import { createOperationFactory } from '../../src/platform/peers/operation.ts'
import { createPeers, type Peers } from '../../src/platform/peers/peers.ts'
import { Problem, ProblemBody } from '../../src/platform/problem.ts'
import { withRequest } from '../../src/platform/trace.ts'
import { eventually, waitUntilStable } from '../support/eventually.ts'

const operation = createOperationFactory('tea')

const echo = operation({
  method: 'POST',
  url: '/echo/:name',
  config: { access: 'open' },
  schema: {
    operationId: 'echo',
    summary: 'What was asked',
    params: Type.Object({ name: Type.String() }),
    querystring: Type.Object({ size: Type.Optional(Type.Integer()), kind: Type.Optional(Type.String()) }),
    body: Type.Unknown(),
    response: {
      201: Type.Object({ name: Type.String(), query: Type.Unknown() }),
      202: Type.Object({ later: Type.Boolean() }),
    },
  },
})

const reading = (url: string, config = {}) =>
  operation({
    method: 'GET',
    url,
    config: { access: 'open', ...config },
    schema: {
      operationId: url,
      summary: url,
      response: { 200: Type.Array(Type.Object({ nom: Type.String() })), 404: ProblemBody, 409: ProblemBody },
    },
  })
const rows = reading('/rows')
const broken = reading('/broken')
const endless = reading('/endless')
const refused = reading('/refused')
const busy = reading('/busy')
const unknown = reading('/unknown')
const undeclared = reading('/undeclared')
const page = reading('/page')
const moved = reading('/moved')
const never = reading('/never')
const slow = reading('/slow', { timeoutMs: 50 })
const other = reading('/other')
const hanging = reading('/hanging', { timeoutMs: 500 })

const flaky = (method: 'GET' | 'POST', config: FastifyContextConfig) =>
  operation({
    method,
    url: '/flaky',
    config: { access: 'open', ...config },
    schema: {
      operationId: 'flaky',
      summary: 'Fails at first',
      response: { 200: Type.Object({ method: Type.String() }) },
    },
  })

const nothing = operation({
  method: 'DELETE',
  url: '/nothing',
  config: { access: 'open' },
  schema: { operationId: 'nothing', summary: 'No body', response: { 204: Type.Null() } },
})

const shaky = operation({
  method: 'POST',
  url: '/shaky',
  config: { access: 'open' },
  schema: { operationId: 'shaky', summary: 'Breaks off at first', response: { 204: Type.Null() } },
})

/** Yields texts of 1,000 characters until its reader stops; `read` counts them, and `ended` is true after the last. */
async function* numbers() {
  numbers.ended = false
  try {
    for (numbers.read = 0; ; numbers.read++) {
      await new Promise(setImmediate)
      yield 'x'.repeat(1000)
    }
  } finally {
    numbers.ended = true
  }
}
numbers.read = 0
numbers.ended = false

async function* breakingOff() {
  yield '['
  throw new Error('in the middle')
}

/** The number of calls to `/flaky` that fail before one succeeds. */
let failures = 0
/** The number of calls to `/hanging`. */
const hung = { asked: 0 }
/** The number of calls to `/shaky`, whose responses break off until `answer` is set, and then wait for it. */
const shaken = { asked: 0, answer: undefined as PromiseWithResolvers<void> | undefined }

/** An area with one route for each kind of response. */
const routes: FastifyPluginAsyncTypebox = async app => {
  app.post('/echo/:name', async (request, reply) => {
    const { params, query, body, headers, ip } = request
    const { 'x-api-key': key, 'x-request-id': id, authorization } = headers
    return reply.code(201).send({ ...Object(params), query, body, key, id, authorization, ip })
  })
  app.get('/rows', async (_request, reply) =>
    reply.type('application/json').send(Readable.from(['[{"nom":"Thé', ' à la menthe"},', '{"nom":"🫖"}]'])),
  )
  app.get('/broken', async (_request, reply) =>
    reply.type('application/json').send(Readable.from(breakingOff())),
  )
  app.get('/endless', async (_request, reply) =>
    reply.type('text/plain').send(Readable.from(numbers(), { objectMode: false })),
  )
  app.get('/page', async (_request, reply) => reply.type('text/html').send('<html>'))
  app.get('/undeclared', async (_request, reply) => reply.code(206).send([]))
  app.get('/moved', async (_request, reply) => reply.redirect('/tea/rows'))
  app.delete('/nothing', async (_request, reply) => reply.code(204).send())
  app.get('/busy', async (_request, reply) =>
    reply
      .code(409)
      .header('retry-after', 7)
      .send(new Problem(409, 'occupe', 'busy').body),
  )
  app.get('/refused', async (_request, reply) =>
    reply.code(409).send(new Problem(409, 'refuse', 'refused').body),
  )
  app.get('/other', async (_request, reply) => reply.code(404).send({ ok: true }))
  app.get('/hanging', () => {
    hung.asked++
    return new Promise(() => {})
  })
  app.post('/shaky', async (_request, reply) => {
    shaken.asked++
    if (!shaken.answer) return void reply.raw.destroy()
    await shaken.answer.promise
    return reply.code(204).send()
  })
  app.get('/never', () => new Promise(() => {}))
  app.get('/slow', () => new Promise(() => {}))
  app.route({
    method: ['GET', 'POST'],
    url: '/flaky',
    handler: async (request, reply) => {
      if (failures-- > 0) return reply.code(500).send()
      return { method: request.method }
    },
  })
}
const area = Fastify()
area.register(routes, { prefix: '/tea' })

const away = (error: unknown) => error instanceof Problem && error.statusCode === 503

suite('calls between areas', () => {
  let base = ''
  before(async () => {
    base = await area.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => area.close())

  const common = { apiKey: 'key', forwarding: createForwarding('key'), server: area }
  const ways: [string, () => Peers<'tea'>][] = [
    ['in one process', () => createPeers({ ...common, local: ['tea'], urls: {} })],
    ['by URL', () => createPeers({ ...common, local: [], urls: { tea: `${base}/tea` } })],
  ]
  for (const [way, open] of ways)
    suite(way, () => {
      test('a body arrives complete, with the key, the request id and the given headers', async () => {
        const body = { texte: 'é 🫖 "', long: 'x'.repeat(200_000), nombres: [1, 2.5, null] }
        const answer = await withRequest('trace-1', () =>
          open().ask(echo, {
            params: { name: 'a/b, c?é' },
            query: { size: 7, kind: 'un & deux' },
            body,
            headers: { authorization: 'Bearer t' },
          }),
        )
        assert.deepEqual(answer, {
          status: 201,
          body: {
            ...{ name: 'a/b, c?é', query: { size: '7', kind: 'un & deux' }, body },
            ...{ key: 'key', id: 'trace-1', authorization: 'Bearer t', ip: '127.0.0.1' },
          },
        })
      })

      test('a call forwarded for a caller without credentials sends no key; its query is unchanged', async () => {
        const query = new URLSearchParams('a=1&a=2&b=%C3%A9+x')
        const { body } = await open().ask(echo, {
          params: { name: 'x' },
          query,
          body: {},
          forwardedFor: '192.0.2.7',
        })
        assert.deepEqual(body, { name: 'x', query: { a: ['1', '2'], b: 'é x' }, body: {}, ip: '127.0.0.1' })
      })

      test('streamed and empty responses arrive complete', async () => {
        assert.deepEqual((await open().ask(rows, {})).body, [{ nom: 'Thé à la menthe' }, { nom: '🫖' }])
        assert.deepEqual(await open().ask(nothing, {}), { status: 204, body: null })
      })

      test('a refusal includes Retry-After', async () => {
        assert.equal((await open().ask(busy, { expect: [409] })).retryAfter, 7)
        assert.equal((await open().ask(refused, { expect: [409] })).retryAfter, undefined)
      })

      test('an expected refusal is returned; any other is a 503 that names the area', async () => {
        const answer = await open().ask(refused, { expect: [404, 409] })
        assert.equal(answer.status === 409 && answer.body.message, 'refused')
        for (const [asked, expect] of [
          [refused, [404]],
          [refused, []],
          [unknown, [409]],
          [undeclared, []],
        ] as const)
          await assert.rejects(
            open().ask(asked, { expect }),
            (error: Error) =>
              away(error) && /^The tea area rejected a call of the platform \(\d+\)$/.test(error.message),
          )
      })

      test('a response that breaks off, is invalid JSON or never arrives is 503', async () => {
        await assert.rejects(open().ask(broken, {}), away)
        await assert.rejects(open().ask(page, {}), away)
        await assert.rejects(open().ask(never, { timeoutMs: 50 }), away)
        await assert.rejects(open().ask(slow, {}), away)
      })

      test('a call that timed out is not retried', async () => {
        hung.asked = 0
        await assert.rejects(open().ask(hanging, {}), away)
        assert.equal(hung.asked, 1)
      })

      test('a stream is forwarded as it arrives, and breaks off where the response does', async () => {
        const peers = open()
        const answer = await peers.stream(rows, {})
        assert.equal(answer.status, 200)
        assert.deepEqual(await json(answer.body), [{ nom: 'Thé à la menthe' }, { nom: '🫖' }])
        assert.equal((await peers.stream(refused, {})).status, 409)
        await assert.rejects(async () => text((await peers.stream(broken, {})).body))
        await assert.rejects(peers.stream(never, { timeoutMs: 50 }), away)
      })

      test('a stream is read no faster than it is consumed, and closed when its reader disconnects', async () => {
        const { body } = await open().stream(endless, {})
        const iterator = body[Symbol.asyncIterator]()
        await iterator.next()
        const MOST = 50_000
        const isReadOn = () => numbers.read >= MOST
        await waitUntilStable('the number of bytes read', () => isReadOn() || numbers.read)
        assert.ok(!isReadOn(), 'the body is read although nothing consumes it')
        assert.equal(numbers.ended, false)
        await iterator.return?.()
        await eventually('the stream is closed', () => numbers.ended)
      })

      test('an invalid call is not reported as an unavailable area', async () => {
        for (const note of ['une\nligne', 'Ж'])
          await assert.rejects(
            open().ask(echo, { params: { name: 'x' }, query: {}, body: {}, headers: { note } }),
            (error: Error) => !(error instanceof Problem),
          )
      })

      test('a redirect is not followed, so that the key is sent nowhere else', async () => {
        await assert.rejects(open().ask(moved, {}), /rejected a call of the platform \(302\)/)
      })

      test('a failed read is retried, a write only if it is idempotent', async () => {
        const askFlaky = (method: 'GET' | 'POST', config: FastifyContextConfig, headers = {}) => {
          failures = 2
          return open().ask(flaky(method, config), { headers })
        }
        const key = { 'idempotency-key': 'x' }
        assert.deepEqual((await askFlaky('GET', {})).body, { method: 'GET' })
        assert.deepEqual((await askFlaky('POST', { repeatable: true })).body, { method: 'POST' })
        assert.deepEqual((await askFlaky('POST', { idempotent: true }, key)).body, { method: 'POST' })
        await assert.rejects(askFlaky('POST', {}), away)
        await assert.rejects(askFlaky('POST', { idempotent: true }), away)
        await assert.rejects(askFlaky('POST', {}, key), away)
      })
    })

  test('by URL, JSON of another shape is neither a response nor a refusal', async () => {
    const peers = createPeers({ ...common, local: [], urls: { tea: `${base}/tea` } })
    await assert.rejects(peers.ask(other, { expect: [404] }), away)
    await assert.rejects(peers.ask(reading('/flaky'), {}), away)
  })

  test('by URL, after five unanswered calls in a row one call at a time probes and the others fail at once, until one succeeds', async () => {
    const peers = createPeers({ ...common, local: [], urls: { tea: `${base}/tea` } })
    const ask = () => peers.ask(shaky, {})
    for (let i = 0; i < 5; i++) await assert.rejects(ask(), away)
    shaken.answer = Promise.withResolvers()
    const trying = ask()
    for (const result of await Promise.allSettled(Array.from({ length: 10 }, ask)))
      assert.ok(result.status === 'rejected' && away(result.reason))
    // The other routes of the area still respond.
    assert.equal((await peers.ask(rows, {})).status, 200)

    shaken.answer.resolve()
    assert.equal((await trying).status, 204)
    assert.equal(shaken.asked, 6)
    await Promise.all(Array.from({ length: 10 }, ask))
    assert.equal(shaken.asked, 16)
  })

  test('a call to an area without a known address is 503', async () => {
    await assert.rejects(createPeers({ ...common, local: [], urls: {} }).ask(rows, {}), away)
  })
})

/** Is compiled but never run. Each statement marked below must be a type error. */
export async function expectTypeErrors(peers: Peers<'tea'>, others: Peers<'coffee'>, none: Peers<never>) {
  // @ts-expect-error: undeclared area
  await others.ask(rows, {})
  // @ts-expect-error: no area is declared
  await none.ask(rows, {})
  // @ts-expect-error: missing body
  await peers.ask(echo, { params: { name: 'x' }, query: {} })
  // @ts-expect-error: unknown parameter
  await peers.ask(echo, { params: { nom: 'x' }, query: {}, body: {} })
  // @ts-expect-error: wrong type
  await peers.ask(echo, { params: { name: 'x' }, query: { size: 'x' }, body: {} })
  // @ts-expect-error: undocumented refusal
  await peers.ask(rows, { expect: [403] })
  const answer = await peers.ask(rows, { expect: [404] })
  // @ts-expect-error: the response may be the refusal
  answer.body.map(row => row)
  // @ts-expect-error: unknown field
  if (answer.status === 200) answer.body.map(({ prenom }) => prenom)
  // @ts-expect-error: peers with fewer areas are not assignable to peers with more
  const fewer: Peers<'tea' | 'coffee'> = peers
  return fewer
}
