import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { json, text } from 'node:stream/consumers'
import { after, before, suite, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { Problem } from '../../src/platform/http/problem.ts'
import { createPeers, type Peer } from '../../src/platform/peers.ts'
import { withRequestId } from '../../src/platform/trace.ts'

/** Goes on for as long as somebody takes it. */
async function* numbers() {
  for (numbers.read = 0; ; numbers.read++) {
    await new Promise(setImmediate)
    yield 'x'.repeat(1000)
  }
}
numbers.read = 0

/** An area in a few routes, so that each kind of answer is met. */
const area = Fastify()
area.register(
  async routes => {
    routes.post('/echo', async (request, reply) => {
      const { 'x-api-key': key, 'x-request-id': id, authorization } = request.headers
      return reply.code(201).send({ body: request.body, key, id, authorization, ip: request.ip })
    })
    routes.get('/rows', async (_request, reply) =>
      reply
        .type('application/json')
        .send(Readable.from(['[{"nom":"Thé', ' à la menthe"},', '{"nom":"🫖"}]'])),
    )
    routes.get('/broken', async (_request, reply) =>
      reply.type('application/json').send(
        Readable.from(
          (async function* () {
            yield '['
            throw new Error('in the middle')
          })(),
        ),
      ),
    )
    routes.get('/endless', async (_request, reply) =>
      reply.type('text/plain').send(Readable.from(numbers(), { objectMode: false })),
    )
    routes.delete('/nothing', async (_request, reply) => reply.code(204).send())
    routes.get('/refused', async () => {
      throw Object.assign(new Error('refused'), { statusCode: 409 })
    })
    routes.get('/never', () => new Promise(() => {}))
    let failures = 0
    routes.route({
      method: ['GET', 'POST'],
      url: '/flaky',
      handler: async (request, reply) => {
        if (++failures % 3 !== 0) return reply.code(500).send()
        return { method: request.method }
      },
    })
  },
  { prefix: '/tea' },
)

suite('calls between areas', () => {
  let base = ''
  before(async () => {
    base = await area.listen({ host: '127.0.0.1', port: 0 })
  })
  after(() => area.close())

  const common = { apiKey: 'key', server: () => area }
  const ways: [string, () => Peer][] = [
    ['in one process', () => createPeers({ ...common, local: ['tea'], urls: {} })('tea')],
    ['by URL', () => createPeers({ ...common, local: [], urls: { tea: `${base}/tea` } })('tea')],
  ]
  for (const [way, open] of ways)
    suite(way, () => {
      test('a body arrives whole, with the key, the request id and the headers given', async () => {
        const body = { texte: 'é 🫖 "', long: 'x'.repeat(200_000), nombres: [1, 2.5, null] }
        const call = () => open().call('POST', '/echo', { body, headers: { authorization: 'Bearer t' } })
        const answer = await withRequestId('trace-1', call)
        const expected = { body, key: 'key', id: 'trace-1', authorization: 'Bearer t', ip: '127.0.0.1' }
        assert.deepEqual(answer, { status: 201, body: expected })
      })

      test('withoutKey leaves the key out', async () => {
        const { body } = await open().call<{ key?: string }>('POST', '/echo', { body: {}, withoutKey: true })
        assert.equal(body.key, undefined)
      })

      test('a streamed answer, an empty one, a refusal, an unknown path', async () => {
        const peer = open()
        assert.deepEqual(await peer.get('/rows'), [{ nom: 'Thé à la menthe' }, { nom: '🫖' }])
        assert.deepEqual(await peer.call('DELETE', '/nothing'), { status: 204, body: undefined })
        assert.equal((await peer.call('GET', '/refused')).status, 409)
        assert.equal(await peer.get('/unknown'), undefined)
      })

      test('an answer that breaks off, or never comes, is 503', async () => {
        const away = (error: unknown) => error instanceof Problem && error.statusCode === 503
        await assert.rejects(open().get('/broken'), away)
        await assert.rejects(open().get('/never', { timeoutMs: 50 }), away)
      })

      test('a stream is handed on as it comes, and breaks off where the answer does', async () => {
        const peer = open()
        const rows = await peer.stream('/rows')
        assert.equal(rows.status, 200)
        assert.deepEqual(await json(rows.body), [{ nom: 'Thé à la menthe' }, { nom: '🫖' }])
        assert.equal((await peer.stream('/unknown')).status, 404)
        await assert.rejects(async () => text((await peer.stream('/broken')).body))
        await assert.rejects(peer.stream('/never', { timeoutMs: 50 }), { statusCode: 503 })
      })

      test('a stream is read no faster than it is taken, and let go of when its reader goes', async () => {
        const { body } = await open().stream('/endless')
        for await (const _ of body) break
        await sleep(100)
        const soon = numbers.read
        await sleep(100)
        assert.equal(numbers.read, soon)
        assert.ok(soon < 10_000, `${soon} parts were read`)
      })

      test('a failed read is asked again, a write is not', async () => {
        assert.deepEqual(await open().get('/flaky'), { method: 'GET' })
        await assert.rejects(open().call('POST', '/flaky'), { statusCode: 503 })
        const again = await open().call('POST', '/flaky', { repeatable: true })
        assert.deepEqual(again.body, { method: 'POST' })
      })
    })

  test('an area that runs nowhere known is 503', async () => {
    await assert.rejects(createPeers({ ...common, local: [], urls: {} })('tea').get('/rows'), {
      statusCode: 503,
    })
  })
})
