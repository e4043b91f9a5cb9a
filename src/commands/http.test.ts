import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { StartError } from '../platform/problem.ts'
import { createClient, readServerTime } from './http.ts'

const refused = (work: Promise<unknown>, message: RegExp) =>
  assert.rejects(work, error => error instanceof StartError && message.test(error.message))

test('a server that refuses to send its clock is reported with status and answer', async t => {
  const server = createServer((_request, response) => response.writeHead(503).end('{"message":"away"}'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await refused(readServerTime(url), /^GET \/api\/clock\/update-sse of .* failed with status 503: .*away/)
})

test('a port that fetch blocks is named', async () => {
  const url = 'http://127.0.0.1:6000/'
  const message = /cannot be called: fetch and browsers block port 6000 /
  await refused(createClient({ url }).call('GET', '/health'), message)
  await refused(readServerTime(url), message)
})
