import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type TestContext, test } from 'node:test'
import type { Call } from './load.ts'
import { assertSameAnswers, createMemberPattern } from './same-answer.ts'

const call: Call = { method: 'GET', path: '/', status: 200 }
const scenario = { name: 'a read', connections: 1, platform: () => call, bare: () => call }

async function serve(t: TestContext, body: string, status = 200) {
  const server = createServer((_, response) => response.writeHead(status).end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('identical responses are accepted', async t => {
  const bases = { platform: await serve(t, '{"id":1}'), bare: await serve(t, '{"id":1}') }
  await assertSameAnswers(scenario, bases)
})

test('a response of the bare server that lacks a member is rejected, with the position of the difference', async t => {
  const bases = { platform: await serve(t, '{"id":1,"total":20}'), bare: await serve(t, '{"id":1}') }
  await assert.rejects(
    assertSameAnswers(scenario, bases),
    /a read: the bare server answers otherwise; at character/,
  )
})

test('a different status is rejected', async t => {
  const bases = { platform: await serve(t, '{}'), bare: await serve(t, '{}', 201) }
  await assert.rejects(assertSameAnswers(scenario, bases), /200 .* is not .*201/)
})

test('generated values are ignored, and nothing else', async t => {
  const madeUp = createMemberPattern('ordreId', 'createdAt')
  const platform = await serve(t, '{"ordreId":"CMD-1","createdAt":"2026-01-01","total":5}')
  const bare = await serve(t, '{"ordreId":"CMD-22","createdAt":"2026-01-02","total":5}')
  await assertSameAnswers({ ...scenario, madeUp }, { platform, bare })
  const wrong = await serve(t, '{"ordreId":"CMD-22","createdAt":"2026-01-02","total":6}')
  await assert.rejects(
    assertSameAnswers({ ...scenario, madeUp }, { platform, bare: wrong }),
    /answers otherwise/,
  )
})
