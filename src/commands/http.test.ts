import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { StartError } from '../platform/problem.ts'
import { createClient, readPages, readServerTime } from './http.ts'

const refused = (work: Promise<unknown>, message: RegExp) =>
  assert.rejects(work, error => error instanceof StartError && message.test(error.message))

test('a server that refuses to send its clock is reported with status and answer', async t => {
  const server = createServer((_request, response) => response.writeHead(503).end('{"message":"away"}'))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await refused(readServerTime(url), /^GET \/api\/clock\/update-sse of .* failed with status 503: .*away/)
})

test('a list is read completely, page by page', async t => {
  const rows = Array.from({ length: 250 }, (_, id) => ({ id }))
  const server = createServer((request, response) => {
    const query = new URL(request.url ?? '', 'http://localhost').searchParams
    const [page, limit] = [Number(query.get('page')), Number(query.get('limit'))]
    const data = rows.slice((page - 1) * limit, page * limit)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ data, total: rows.length }))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.after(() => server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  assert.deepEqual(await readPages(createClient({ url }), '/api/v1/privee/cles'), rows)
})

test('a port that fetch blocks is named', async () => {
  const url = 'http://127.0.0.1:6000/'
  const message = /cannot be called: fetch and browsers block port 6000 /
  await refused(createClient({ url }).call('GET', '/health'), message)
  await refused(readServerTime(url), message)
})
