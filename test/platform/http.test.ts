import assert from 'node:assert/strict'
import { STATUS_CODES } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { before, test } from 'node:test'
import { defineArea } from '../../src/platform/area.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'
import { startSeverableProxy } from '../support/severable.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ areas: [defineProbe()] })
})

const note = (body: unknown, headers: Record<string, string> = {}) =>
  shop.call<{ message: string }>('POST', '/api/publique/notes', body, headers)

test('every failure has the standard error body', async t => {
  const oversized = JSON.stringify({ text: 'x'.repeat(1024 * 1024) })
  const json = { 'content-type': 'application/json' }
  const cases: [
    string,
    number,
    string,
    string,
    () => Promise<{ status: number; body: { message: string } }>,
  ][] = [
    [
      'an unknown route',
      404,
      'route-inconnue',
      'No route GET /nowhere',
      () => shop.call('GET', '/nowhere?secret=1'),
    ],
    [
      'a method that the path does not support',
      404,
      'route-inconnue',
      'No route DELETE /api/publique/notes',
      () => shop.call('DELETE', '/api/publique/notes'),
    ],
    ['malformed JSON', 400, 'json-invalide', 'The body is not valid JSON', () => note('{"text":', json)],
    [
      'a wrong media type',
      415,
      'type-non-pris-en-charge',
      'The media type of the body is not supported; send application/json',
      () => note('<a/>', { 'content-type': 'text/xml' }),
    ],
    ['a body over the limit', 413, 'corps-trop-grand', 'The body is too large', () => note(oversized, json)],
    ['a missing field', 400, 'requete-invalide', "body must have required property 'text'", () => note({})],
    ['an empty body', 400, 'requete-invalide', 'body must be object', () => note('', json)],
    [
      'an empty body of another type',
      400,
      'requete-invalide',
      'body must be object',
      () => note('', { 'content-type': 'text/plain' }),
    ],
    [
      'a number for a text: bodies are not coerced',
      400,
      'requete-invalide',
      'body/text must be string',
      () => note({ text: 1 }),
    ],
    [
      'a text of blanks, which is empty after trimming',
      400,
      'requete-invalide',
      'body/text must NOT have fewer than 1 characters',
      () => note({ text: '  ' }),
    ],
    [
      'a NUL character',
      400,
      'requete-invalide',
      'body/text must not contain a NUL character',
      () => note({ text: 'a\0b' }),
    ],
    [
      'a body nested deeper than the stack allows',
      400,
      'requete-invalide',
      'body must not be nested deeper than 100 levels',
      () => note(`{"text":"x","more":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, json),
    ],
    [
      'a body of 70,000 members, whose parsing would delay all requests',
      413,
      'corps-trop-grand',
      'The body has too many members',
      () => note(`{"text":"x"${membersOf(70_000, '"k$":0')}}`, json),
    ],
    [
      'a body of 70,000 members with blanks before the colons',
      413,
      'corps-trop-grand',
      'The body has too many members',
      () => note(`{"text":"x"${membersOf(70_000, '"k$"\n :0')}}`, json),
    ],
    [
      'an address that cannot be decoded',
      400,
      'requete-illisible',
      'The address is not valid',
      () => shop.call('GET', '/api/publique/%E0%A4%A'),
    ],
    ['an unexpected error', 500, 'erreur-interne', 'Unexpected server error', () => note({ text: 'broken' })],
    [
      'a violated business rule',
      409,
      'regle-enfreinte',
      'Refused by a rule',
      () => note({ text: 'refused' }),
    ],
    [
      'a query value out of bounds',
      400,
      'requete-invalide',
      'querystring/limit must be <= 100',
      () => shop.call('GET', '/api/publique/notes?limit=500'),
    ],
  ]
  for (const [what, statusCode, code, message, call] of cases)
    await t.test(what, async () => {
      const { status, body } = await call()
      assert.deepEqual(
        { status, body },
        {
          status: statusCode,
          body: { statusCode, message, error: STATUS_CODES[statusCode], code },
        },
      )
    })
})

const membersOf = (length: number, member: string) =>
  Array.from({ length }, (_, i) => `,${member.replace('$', String(i))}`).join('')

test('a body with 25,000 members, or with as many colons in a text, is accepted', async () => {
  const statusOf = async (body: string) =>
    (await shop.call('POST', '/api/publique/notes', body, { 'content-type': 'application/json' })).status
  assert.equal(await statusOf(`{"text":"x"${membersOf(25_000, '"key$":"some text"')}}`), 201)
  assert.equal(await statusOf(`{"text":"x${':'.repeat(300_000)}"}`), 201)
})

test('query strings are coerced, unknown body fields are ignored, texts are trimmed', async () => {
  assert.deepEqual((await shop.call('GET', '/api/publique/notes?limit=5')).body, { limit: 5 })
  const { status, body } = await shop.call<{ text: string }>('POST', '/api/publique/notes', {
    text: ' hello ',
    more: 1,
  })
  assert.deepEqual([status, body.text], [201, 'hello'])
})

test('a route responds under its area and on the bare host, and is one route', async () => {
  for (const url of ['/probe/api/publique/notes', '/api/publique/notes'])
    assert.equal((await shop.call('GET', url)).status, 200)
  assert.equal((await shop.call('GET', '/other/api/publique/notes')).status, 404)
})

test('the system routes exist on the bare host and under the area', async () => {
  for (const base of ['', '/probe']) {
    assert.deepEqual((await shop.call('GET', `${base}/health`)).body, { status: 'ok' })
    assert.deepEqual((await shop.call('GET', `${base}/ready`)).body, { status: 'ok' })
    assert.equal((await shop.call('GET', `${base}/api/docs`)).status, 302)
    const { body: document } = await shop.call<{ paths: object }>('GET', `${base}/api/swagger/json`)
    assert.ok('/api/publique/notes' in document.paths, base)
    assert.match(
      String((await shop.call<string>('GET', `${base}/api/swagger/yaml`)).body),
      /^openapi: 3\.1\.0/,
    )
  }
})

test('a document is generated once in each format and for its page', async t => {
  const { documents, call } = await openPlatform({ areas: [defineProbe()], started: false })
  const paths = ['/api/swagger/json', '/api/swagger/yaml', '/api/swagger/ui/json', '/api/swagger/ui/yaml']
  const tags = []
  for (const path of paths) tags.push((await call('GET', path)).headers.etag)
  // A second generation would read the paths again.
  const read = t.mock.fn(() => ({}))
  Object.defineProperty(documents.of(), 'paths', { get: read, enumerable: true })
  for (const [i, path] of paths.entries()) {
    const { status, body, headers } = await call<unknown>('GET', path)
    assert.equal(status, 200)
    assert.equal(headers.etag, tags[i])
    assert.match(typeof body === 'string' ? body : JSON.stringify(body), /api\/publique\/notes/, path)
  }
  assert.equal(read.mock.callCount(), 0)
  assert.ok(tags[0] === tags[2] && tags[1] === tags[3])
})

test('the interface page redirects within its own prefix, with or without a slash', async () => {
  for (const base of ['', '/probe'])
    for (const path of ['/api/swagger', '/api/swagger/', '/api/docs', '/api/docs/?print=1']) {
      const { status, headers } = await shop.call('GET', `${base}${path}`)
      assert.equal(status, 302, base + path)
      const page = new URL(String(headers.location), `http://host${base}${path}`).pathname
      assert.equal(page, `${base}/api/swagger/ui/`, base + path)
      for (const url of [page, page.slice(0, -1)]) {
        const { body } = await shop.call<string>('GET', url)
        const script = /<script src="([^"]*swagger-initializer[^"]*)"/.exec(body)?.[1] ?? ''
        const { pathname } = new URL(script, `http://host${url}`)
        assert.equal(pathname, `${base}/api/swagger/ui/static/swagger-initializer.js`)
        assert.equal((await shop.call('GET', pathname)).status, 200)
      }
      const { body } = await shop.call<{ info: { title: string } }>('GET', `${page}json`)
      assert.equal(body.info.title, base ? 'Comptoir probe' : 'Comptoir')
    }
})

test('metrics count the requests of the platform, and under an area prefix only those of the area', async () => {
  await shop.call('GET', '/api/publique/notes')
  const whole = (await shop.call<string>('GET', '/metrics')).body
  const area = (await shop.call<string>('GET', '/probe/metrics')).body
  assert.match(whole, /process_resident_memory_bytes/)
  assert.match(whole, /comptoir_outbox_events \d/)
  assert.match(
    area,
    /request_duration_seconds_count\{area="probe",method="GET",route="\/probe\/api\/publique\/notes",status="200"\}/,
  )
  assert.doesNotMatch(area, /area="platform"|process_resident/)
})

test('an aborted request body is not reported as a server error', async t => {
  const { server, platform } = await openPlatform({ areas: [defineProbe()], started: false })
  const failures = t.mock.method(platform.log, 'error')
  const notes = t.mock.method(platform.log, 'debug')
  await server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = server.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.end(
    'POST /api/publique/notes HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n' +
      'content-length: 99\r\n\r\n{"text":',
  )
  socket.resume()
  await eventually(
    'the failure is logged',
    async () => failures.mock.callCount() + notes.mock.callCount() > 0,
  )
  assert.deepEqual(failures.mock.calls, [])
})

test('a valid request id is reused, an invalid one is replaced', async () => {
  const idOf = async (given: string) =>
    (await shop.call('GET', '/health', undefined, { 'x-request-id': given })).headers['x-request-id']
  assert.equal(await idOf('till-7.42'), 'till-7.42')
  assert.match(String(await idOf('<script>')), /^[0-9a-f-]{36}$/)
})

test('a route that declares no access class prevents the start', async () => {
  const careless = defineArea({
    name: 'careless',
    calls: [],
    open: () => ({ routes: async app => void app.get('/api/publique/open-to-whom', async () => 1) }),
  })
  await assert.rejects(openPlatform({ areas: [careless], started: false }), /declares no access class/)
})

test('a request receives 503 with Retry-After while the database is unavailable, and succeeds once it is back', async () => {
  const line = await startSeverableProxy(await createTestDatabase())
  const lost = await openPlatform({ areas: [defineProbe()], databaseUrl: line.url, started: false })
  line.cut()

  const { status, headers, body } = await lost.call('POST', '/api/publique/notes', { text: 'x' })

  assert.deepEqual(
    [status, headers['retry-after'], body.message],
    [503, '5', 'The database cannot be reached'],
  )
  assert.equal((await lost.call('GET', '/health')).status, 503)
  line.restore()
  assert.equal((await lost.call('POST', '/api/publique/notes', { text: 'x' })).status, 201)
})
