import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { createClient } from '../../src/commands/http.ts'
import { nameOfStatement } from '../../src/platform/database/statement-span.ts'
import { createLog } from '../../src/platform/log.ts'
import { createTracer } from '../../src/platform/tracing/otlp.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { findFreePort } from '../support/free-port.ts'
import { openReceiver, type SentSpan } from '../support/otlp.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { lockRabbit, rabbitUrl, withoutRabbit } from '../support/rabbit.ts'
import { startServer } from '../support/server.ts'
import { createShopActions } from '../support/shopping.ts'

const newTrace = () => randomBytes(16).toString('hex')
const parent = '00f067aa0ba902b7'
const traceparentOf = (trace: string, flags = '01') => `00-${trace}-${parent}-${flags}`

/** Returns the names of the spans from the root to the given one; fails if one of them was not sent. */
function wayTo(spans: readonly SentSpan[], last: SentSpan | undefined): string[] {
  const way: string[] = []
  let span = last
  while (span) {
    way.unshift(`${span.service}: ${span.name}`)
    const above: string = span.parentSpanId
    span = spans.find(({ spanId }) => spanId === above)
    if (!span) assert.equal(above, parent, `${way[0]} has no parent`)
  }
  return way
}

describe('one purchase', { skip: withoutRabbit }, () => {
  test('through two processes with a database each, and RabbitMQ, is one trace without a gap', async t => {
    const receiver = await openReceiver()
    t.after(await lockRabbit())
    const ports = { shop: await findFreePort(), cashier: await findFreePort() }
    const at = (where: keyof typeof ports, area: string) => `http://127.0.0.1:${ports[where]}/${area}`
    const start = async (name: keyof typeof ports, areas: string[], more: Record<string, string>) =>
      startServer(['serve', ...areas], {
        ...{ PORT: String(ports[name]), DATABASE_URL: await createTestDatabase(), AMQP_URL: rabbitUrl ?? '' },
        ...{ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SERVICE_NAME: name, LOG_LEVEL: 'info' },
        ...{ COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0' },
        ...{ COMPTOIR_TOKEN_SECRET: 'of the tests alone', COMPTOIR_CARD_KEYS: 'of the tests alone' },
        ...more,
      })
    const others = ['accounts', 'logistics', 'loyalty', 'orders', 'promotions', 'purchases', 'reference']
    const [shop, cashier] = await Promise.all([
      start('shop', others, { COMPTOIR_PAYMENTS_URL: at('cashier', 'payments') }),
      start('cashier', ['payments'], {
        COMPTOIR_ORDERS_URL: at('shop', 'orders'),
        COMPTOIR_ACCOUNTS_URL: at('shop', 'accounts'),
        COMPTOIR_LOYALTY_URL: at('shop', 'loyalty'),
      }),
    ])
    const trace = newTrace()
    const calling =
      (url: string): TestPlatform['call'] =>
      async (method, path, body, headers) => {
        const traced = { ...headers, traceparent: traceparentOf(trace) }
        const answer = await createClient({ url }).call(method, path, { body, headers: traced })
        return { status: answer.status, body: answer.body as never, headers: {} }
      }
    const front = createShopActions({ call: calling(shop.url) })
    const till = createShopActions({ call: calling(cashier.url) })

    const product = await front.product()
    const { ordreId } = await front.placed([{ id: product.id, quantite: 1, prixUnitaireCents: 1000 }])
    await till.pay(ordreId, 10)
    const spansOfTrace = () => receiver.of(trace)
    const [logistics, history] = [
      'process logistique.ordre-preparation',
      'process fidelite.historique-commande',
    ]
    await eventually(
      'logistics and purchases have sent their spans',
      async () => [logistics, history].every(name => spansOfTrace().some(span => span.name === name)),
      30_000,
    )
    // The processes send their remaining spans when they stop.
    const codes = await Promise.all([shop.end('SIGTERM'), cashier.end('SIGTERM')])
    assert.deepEqual(codes, [0, 0])

    const spans = spansOfTrace()
    const named = (name: string) =>
      wayTo(
        spans,
        spans.find(span => span.name === name),
      )
    const paying = [
      'cashier: POST /payments/api/private/create_paiement',
      'cashier: job payments.process',
      'cashier: send paiement.expedition-commande',
      'shop: process paiement.expedition-commande',
      'shop: job orders.settle-payment',
    ]
    for (const queue of ['logistique.ordre-preparation', 'fidelite.historique-commande'])
      assert.deepEqual(named(`process ${queue}`), [
        ...paying,
        `shop: send ${queue}`,
        `shop: process ${queue}`,
      ])
    for (const span of spans) wayTo(spans, span)

    const placing = 'shop: POST /orders/api/commandes'
    assert.deepEqual(named('insert orders.commande'), [placing, 'shop: insert orders.commande'])
    const asked = spans.filter(({ attributes }) => attributes['url.template'])
    assert.ok(asked.some(({ attributes }) => attributes['comptoir.area'] === 'reference'))
    for (const [service, area, answering] of [
      ['shop', 'payments', 'cashier'],
      ['cashier', 'orders', 'shop'],
      ['shop', 'reference', 'shop'],
    ]) {
      const calls = asked.filter(
        span => span.service === service && span.attributes['comptoir.area'] === area,
      )
      assert.ok(calls.length > 0, `${service} asks ${area}`)
      for (const { spanId } of calls)
        assert.equal(spans.find(({ parentSpanId }) => parentSpanId === spanId)?.service, answering)
    }

    // Searches for half of the card number, because four digits alone may occur in a span id by chance.
    for (const word of ['ada@example', 'Lovelace', 'rue de la Paix', 'CLI_0A1B2C3D', '42424242', ordreId])
      assert.ok(!receiver.text().includes(word), word)

    const line = shop
      .output()
      .split('\n')
      .find(each => each.includes('An order was confirmed by the platform'))
    const { requestId, traceId } = JSON.parse(line ?? '{}')
    assert.equal(traceId, trace)
    assert.ok(requestId)
  })
})

test('a caller decides whether its trace is sent; an invalid traceparent starts a new trace; probes are not traced', async () => {
  const receiver = await openReceiver()
  const { call, close } = await openPlatform({
    only: ['reference'],
    settings: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url },
  })
  const read = (traceparent: string, path = '/api/publique/categories') =>
    call('GET', path, undefined, { traceparent })
  const [sampled, unsampled] = [newTrace(), newTrace()]
  await read(traceparentOf(sampled))
  await read(traceparentOf(unsampled, '00'))
  await read(`00-${unsampled}-${parent}`)
  await read('nonsense')
  await read(traceparentOf(newTrace()), '/health')
  await call('GET', '/api/publique/produits/999')
  assert.equal((await call('GET', '/nobody@example.org')).status, 404)
  await close()

  const route = 'GET /reference/api/publique/categories'
  const requests = receiver.spans.filter(({ name }) => name === route)
  assert.equal(requests.length, 3)
  assert.deepEqual(
    requests.filter(({ parentSpanId }) => parentSpanId !== '').map(({ traceId }) => traceId),
    [sampled],
  )
  assert.deepEqual(receiver.of(unsampled), [])
  assert.equal(receiver.spans.filter(({ name }) => name.includes('health')).length, 0)
  const missing = receiver.spans.find(({ name }) => name.endsWith('/produits/:id'))
  assert.partialDeepStrictEqual(missing, { failed: false, attributes: { 'http.response.status_code': 404 } })
  assert.ok(receiver.spans.some(({ name }) => name === 'GET'))
  assert.ok(!receiver.text().includes('nobody@example.org'))
})

test('for orders stored in one batch, each trace contains the insert or links to it', async () => {
  const receiver = await openReceiver()
  const shop = await openPlatform({ settings: { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url } })
  const traces = Array.from({ length: 12 }, newTrace)
  const { place } = createShopActions(shop)
  await Promise.all(
    traces.map(async trace => {
      const order = [{ id: 'unknown', quantite: 1, prixUnitaireCents: 100 }]
      const { status } = await place(order, {}, { traceparent: traceparentOf(trace) })
      assert.equal(status, 201)
    }),
  )
  await shop.close()

  const hasTrace = (trace: string) => receiver.of(trace).some(({ name }) => name === 'insert orders.commande')
  assert.ok(!traces.every(hasTrace), 'some were stored in one statement')
  for (const trace of traces)
    assert.ok(
      hasTrace(trace) ||
        receiver.of(trace).some(({ links }) => links.some(({ traceId }) => hasTrace(traceId))),
      trace,
    )
})

test('a statement span names the operation and the table, without values', () => {
  for (const [text, name] of [
    [`select "id" from orders.commande where "ordreId" = $1`, 'select orders.commande'],
    ['with gone as (delete from platform.outbox where id = $1) select 1', 'delete platform.outbox'],
    [
      `with a as (select 1 for update), b as (update orders.commande as o set x = $1) select 1`,
      'update orders.commande',
    ],
    [
      'with one as (select 1) select * from one join loyalty.client using (id) for update',
      'select loyalty.client',
    ],
    ['insert into orders.a as known (x) values ($1) on conflict do update set x = 1', 'insert orders.a'],
    [`select graphile_worker.add_job('x')`, 'select graphile_worker.add_job'],
    ['copy reference."produit" (id) from stdin', 'copy reference.produit'],
    ['commit', 'commit'],
  ])
    assert.equal(nameOfStatement(text ?? ''), name)
})

describe('a receiver', () => {
  const tracer = (endpoint: string) =>
    createTracer({
      ...{ endpoint, service: 'test', version: '1', areas: [], share: 1 },
      log: createLog('silent', []),
    })

  test('that hangs delays nobody, and a limited number of spans waits for it', async () => {
    const receiver = await openReceiver()
    receiver.hold()
    const { start, close } = tracer(receiver.url)
    for (let n = 0; n < 20_000; n++) start(`work ${n}`, {}).end()
    receiver.release()
    await close()
    const { length } = receiver.spans
    assert.ok(length >= 4_096 && length <= 4_096 + 512, String(length))
  })

  test('that is unavailable affects no caller, and delays no shutdown', async () => {
    const shop = await openPlatform({
      only: ['reference'],
      settings: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await findFreePort()}` },
    })
    for (let n = 0; n < 200; n++)
      assert.equal((await shop.call('GET', '/api/publique/categories')).status, 200)
    const begun = performance.now()
    await shop.close()
    assert.ok(performance.now() - begun < 3_000)
  })

  test('receives the configured share of traces, each complete', async () => {
    const receiver = await openReceiver()
    const { start, close } = createTracer({
      ...{ endpoint: `${receiver.url}/`, service: 'test', version: '1', areas: [], share: 0.25 },
      log: createLog('silent', []),
    })
    for (let n = 0; n < 1_000; n++) {
      const whole = start('whole', {})
      whole.start('part').end()
      whole.end()
    }
    await close()
    const wholes = receiver.spans.filter(({ name }) => name === 'whole')
    assert.ok(wholes.length > 150 && wholes.length < 350, String(wholes.length))
    for (const { traceId } of wholes) assert.equal(receiver.of(traceId).length, 2)
  })
})
