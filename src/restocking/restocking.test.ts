import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { startPurchasingStandIn } from '../../sample/purchasing.ts'
import { openPlatform } from '../../test/support/platform.ts'
import { startUpstream } from '../../test/support/upstream.ts'
import { createLog } from '../platform/log.ts'
import { StartError } from '../platform/problem.ts'
import { restocking } from './area.ts'
import { createRestockingReader } from './purchasing.ts'
import type { Restocking } from './schemas.ts'

const list = '/api/reapprovisionnements'
type List = { data: Restocking[]; totalItems: number }
const problem = (message: string) => ({
  statusCode: 500,
  message,
  error: 'Internal Server Error',
  code: 'application-en-erreur',
})

const open = (url: string) =>
  openPlatform({ only: ['restocking'], started: false, settings: { COMPTOIR_PURCHASING_URL: url } })
const sending = async (body: string) => open(await startUpstream((_request, response) => response.end(body)))

test('the sample purchasing application is read with both spellings and every fallback, in pages', async () => {
  const purchasing = await startPurchasingStandIn()
  const shop = await open(`${purchasing.url}/`)
  const { body } = await shop.call<List>('GET', `${list}?store_id=1&limit=100`)

  assert.equal(body.totalItems, 12)
  assert.deepEqual(
    body.data.map(({ id, shop }) => [id, shop]),
    Array.from({ length: 12 }, (_, i) => [i + 1, 1]),
  )
  assert.deepEqual(body.data[1], {
    id: 2,
    name: 'Claviers Tavoline Bastide',
    createdAt: '2026-08-26T09:40:00.000Z',
    createdBy: 'rosalie.vandamme',
    status: 'COMPLETED',
    category: 'Accessoires',
    shop: 1,
    deliveryDate: '2026-09-02T06:00:00.000Z',
  })
  assert.equal(body.data[3]?.status, 'PENDING')
  assert.equal(body.data[5]?.name, 'Réapprovisionnement 6')
  assert.deepEqual(body.data[10], {
    id: 11,
    name: 'Réapprovisionnement 11',
    createdAt: '2026-09-17T07:55:00.000Z',
    createdBy: 'achats',
    status: 'PENDING',
    category: 'Gaming',
    shop: 1,
  })

  const ids = async (query: string) => {
    const { status, body } = await shop.call<List>('GET', `${list}?store_id=1${query}`)
    assert.deepEqual([status, body.totalItems], [200, 12])
    return body.data.map(({ id }) => id)
  }
  assert.deepEqual(await ids(''), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  assert.deepEqual(await ids('&page=2'), [11, 12])
  assert.deepEqual(await ids('&page=3&limit=5'), [11, 12])
  assert.deepEqual(await ids('&page=99'), [])
  assert.deepEqual((await shop.call('GET', `${list}?store_id=2`)).body, { data: [], totalItems: 0 })
  assert.deepEqual((await shop.call('GET', `${list}/8`)).body, body.data[7])
  assert.deepEqual(await shop.call('GET', `${list}/404`).then(({ status, body }) => [status, body]), [
    404,
    {
      statusCode: 404,
      message: 'Restocking with ID 404 not found',
      error: 'Not Found',
      code: 'reapprovisionnement-inconnu',
    },
  ])

  await purchasing.close()
  const down = await shop.call('GET', `${list}/8`)
  assert.deepEqual(down.body, problem('The purchasing application cannot be reached'))
})

test('an invalid query is refused without a request to purchasing', async () => {
  const shop = await open('http://127.0.0.1:1')
  for (const query of [
    '',
    '?store_id=',
    '?store_id=0',
    '?store_id=-1',
    '?store_id=abc',
    '?store_id=1.5',
    '?store_id=1&page=0',
    '?store_id=1&page=-1',
    '?store_id=1&limit=0',
    '?store_id=1&limit=101',
    '?store_id=1&limit=x',
    '/abc',
    '/1.5',
  ])
    assert.equal((await shop.call('GET', `${list}${query}`)).status, 400, query)
})

test('invalid fields of a record get fallbacks, and invalid records are omitted', async () => {
  const shop = await sending(
    JSON.stringify([
      { id: '7', name: '  ', status: 'accepted', created_at: '2026-09-10 11:45:00', shop: 12 },
      null,
      'text',
      { id: null, name: 42, status: 'SHIPPED', createdAt: 'yesterday', category: null, createdBy: {} },
      { id: 1.5, createdAt: '', created_at: '2026-09-10', deliveryDate: '2026-99-99', extra: true },
      [],
    ]),
  )
  assert.deepEqual((await shop.call('GET', `${list}?store_id=1`)).body, {
    data: [
      {
        id: 7,
        name: 'Réapprovisionnement 7',
        createdAt: '2026-09-10T11:45:00',
        status: 'ACCEPTED',
        shop: 1,
      },
      { id: 4, name: '42', shop: 1 },
      { id: 5, name: 'Réapprovisionnement 5', createdAt: '2026-09-10', status: 'PENDING', shop: 1 },
    ],
    totalItems: 3,
  })
})

test('an unknown status is omitted from its record and logged once, however often it is sent', async () => {
  const statuses = ['EGARE', 'EGARE', 7, {}, ' accepted ', '', null]
  const url = await startUpstream((_request, response) =>
    response.end(JSON.stringify(statuses.map(status => ({ status })))),
  )
  const lines: string[] = []
  const log = pino({}, { write: line => void lines.push(line) })
  const listRestockings = createRestockingReader({ purchasingUrl: url, purchasingTimeoutMs: 60_000 }, log)
  const none = undefined
  for (const records of [await listRestockings(), await listRestockings()])
    assert.deepEqual(
      records.map(({ status }) => status),
      [none, none, none, none, 'ACCEPTED', 'PENDING', 'PENDING'],
    )
  assert.deepEqual(
    lines.map(line => JSON.parse(line).status),
    ['"EGARE"', '7', '{}'],
  )
})

test('an upstream with a new status in every record causes at most a hundred log lines', async () => {
  const records = Array.from({ length: 1_000 }, (_, i) => ({ status: `${i} ${'x'.repeat(1_000)}` }))
  const url = await startUpstream((_request, response) => response.end(JSON.stringify(records)))
  const lines: string[] = []
  const log = pino({}, { write: line => void lines.push(line) })
  await createRestockingReader({ purchasingUrl: url, purchasingTimeoutMs: 60_000 }, log)()
  assert.equal(lines.length, 100)
  assert.ok(lines.every(line => line.length < 400))
})

test('each kind of invalid response has its own message: not JSON, truncated, not a list, an error status', async () => {
  for (const [url, message] of [
    [await startUpstream((_request, response) => response.end('<html>')), 'did not send a list in JSON'],
    [await startUpstream((_request, response) => response.end('')), 'did not send a list in JSON'],
    [
      await startUpstream((_request, response) => response.end('{"data": []}')),
      'did not send a list in JSON',
    ],
    [await startUpstream((_request, response) => response.end('null')), 'did not send a list in JSON'],
    [
      await startUpstream((_request, response) => response.writeHead(503).end('[]')),
      'answered with status 503',
    ],
    [
      await startUpstream((_request, response) => {
        response.writeHead(200, { 'content-length': 1_000 })
        response.write('[{"id": 1}', () => response.destroy())
      }),
      'cannot be reached',
    ],
    [await startUpstream(request => request.socket.destroy()), 'cannot be reached'],
  ] as const) {
    const shop = await open(url)
    const { status, body } = await shop.call('GET', `${list}?store_id=1`)
    assert.deepEqual([status, body], [500, problem(`The purchasing application ${message}`)])
    await shop.close()
  }
})

test('a response that does not arrive or end within five seconds is an error', async () => {
  const [silent, endless] = await Promise.all([
    startUpstream(() => {}).then(open),
    startUpstream((_request, response) => response.write('[')).then(open),
  ])
  const from = performance.now()
  const answers = await Promise.all([silent, endless].map(shop => shop.call('GET', `${list}/1`)))
  const seconds = (performance.now() - from) / 1_000

  for (const { body } of answers)
    assert.deepEqual(body, problem('The purchasing application did not answer within 5 s'))
  assert.ok(seconds > 4.9, `${seconds} s`)
})

test('a hundred thousand records are divided into pages', async () => {
  const many = Array.from({ length: 100_000 }, (_, i) => ({ id: i + 1, name: `Élément ${i + 1}` }))
  const shop = await sending(JSON.stringify(many))
  const { body } = await shop.call<List>('GET', `${list}?store_id=1&page=1000&limit=100`)
  assert.equal(body.totalItems, 100_000)
  assert.equal(body.data.at(-1)?.name, 'Élément 100000')
})

test('the area does not start with a missing or invalid address', async () => {
  const log = createLog('silent', [])
  for (const url of [undefined, 'http://', 'http://[nonsense', 'http://name:word@127.0.0.1'])
    await assert.rejects(
      async () => restocking.open({ settings: { purchasingUrl: url }, log } as never),
      (error: Error) => error instanceof StartError && /COMPTOIR_PURCHASING_URL/.test(error.message),
      String(url),
    )
})

test('with keys configured, only staff can read', async () => {
  const shop = await openPlatform({
    only: ['restocking'],
    started: false,
    settings: { COMPTOIR_API_KEYS: 'key-of-staff' },
  })
  assert.equal((await shop.call('GET', `${list}?store_id=1`)).status, 401)
})
