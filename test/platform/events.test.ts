import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import pg from 'pg'
import { Connection } from 'rabbitmq-client'
import Type from 'typebox'
import { sql } from '../../src/platform/database/sql.ts'
import { eventKind } from '../../src/platform/events/event.ts'
import { Problem } from '../../src/platform/problem.ts'
import { currentRequestId } from '../../src/platform/trace.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { defineProbe, Noted } from '../support/probe.ts'
import { rabbitUrl, withoutRabbit } from '../support/rabbit.ts'
import { startSeverableProxy } from '../support/severable.ts'

/** Creates a record of the texts that were consumed and committed, and of the number of tries for each text. */
const record = () => {
  const consumed: string[] = []
  const tries = new Map<string, number>()
  return {
    consumed,
    tries,
    start(text: string) {
      tries.set(text, (tries.get(text) ?? 0) + 1)
      return tries.get(text)!
    },
  }
}

const waiting = async (shop: TestPlatform) => {
  const client = new pg.Client({ connectionString: shop.databaseUrl })
  await client.connect()
  const { rows } = await client.query('select count(*)::int as waiting from platform.outbox')
  await client.end()
  return rows[0].waiting as number
}

for (const [where, amqp, batch] of [
  ['in the process', false, 1],
  ['in the process, in batches', false, 50],
  ['over RabbitMQ', true, 1],
  ['over RabbitMQ, in batches', true, 50],
] as const) {
  describe(where, { skip: amqp && withoutRabbit }, () => {
    const seen = record()
    let outage = false
    let shop: TestPlatform
    const note = (text: string) => shop.call('POST', '/api/publique/notes', { text })
    before(async () => {
      shop = await openPlatform({
        amqp,
        areas: [
          defineProbe({
            batch,
            onNoted: async (_tx, { text }) => {
              const attempt = seen.start(text)
              if (text.startsWith('outage') && outage)
                throw new Problem(503, 'service-indisponible', 'What it needs is away')
              if (text.startsWith('poison')) throw new Problem(422, 'regle-enfreinte', 'It breaks a rule')
              if (text.startsWith('hiccup') && attempt < 3) throw new Error('unknown')
              _tx.afterCommit(() => seen.consumed.push(text))
            },
          }),
        ],
      })
    })
    after(() => shop.close())
    const untilConsumed = (text: string) =>
      eventually(`${text} is consumed`, async () => seen.consumed.includes(text))

    test('an event reaches its consumer, once, and leaves the outbox', async () => {
      await note('first')
      await untilConsumed('first')
      await eventually('the outbox is empty', async () => (await waiting(shop)) === 0)
      assert.equal(seen.tries.get('first'), 1)
    })

    test('a rolled back change announces nothing', async () => {
      const { db, outbox } = shop.platform
      await assert.rejects(
        db.transaction(async tx => {
          await outbox.publish(tx, Noted, { text: 'undone', at: 1 })
          throw new Error('no')
        }),
      )
      await note('after the undone')
      await untilConsumed('after the undone')
      assert.equal(seen.tries.get('undone'), undefined)
    })

    test('an event waits while a dependency is unavailable, and is consumed once afterwards', async () => {
      outage = true
      await note('outage 1')
      await eventually(
        'the event has been attempted twice',
        async () => (seen.tries.get('outage 1') ?? 0) > 1,
      )
      assert.equal(seen.consumed.includes('outage 1'), false)
      outage = false
      await untilConsumed('outage 1')
      assert.equal(seen.consumed.filter(text => text === 'outage 1').length, 1)
    })

    test('a message that breaks a rule is rejected after one try and does not delay others', async () => {
      await note('poison 1')
      await note('after the poison')
      await untilConsumed('after the poison')
      await eventually('the invalid event has left the outbox', async () => (await waiting(shop)) === 0)
      if (batch === 1) assert.equal(seen.tries.get('poison 1'), 1)
    })

    test('a failure of unknown cause is retried', async () => {
      await note('hiccup 1')
      await untilConsumed('hiccup 1')
      assert.equal(seen.tries.get('hiccup 1'), 3)
    })

    test('five hundred concurrent events are each consumed once', async () => {
      const texts = Array.from({ length: 500 }, (_, i) => `many ${i}`)
      await Promise.all(texts.map(note))
      await eventually('all events are consumed', async () =>
        texts.every(text => seen.consumed.includes(text)),
      )
      assert.equal(seen.consumed.filter(text => text.startsWith('many')).length, 500)
    })

    test('invalid messages among many are rejected without affecting the others', async () => {
      const good = Array.from({ length: 200 }, (_, i) => `good ${i}`)
      const bad = Array.from({ length: 5 }, (_, i) => `poison among ${i}`)
      await Promise.all([...good.slice(0, 100), ...bad, ...good.slice(100)].map(note))
      await eventually('the valid events are consumed', async () =>
        good.every(text => seen.consumed.includes(text)),
      )
      await eventually('the outbox is empty', async () => (await waiting(shop)) === 0)
      assert.equal(seen.consumed.filter(text => text.startsWith('good')).length, 200)
    })
  })
}

describe('with RabbitMQ', { skip: withoutRabbit }, () => {
  for (const batch of [1, 50])
    test(`the same message delivered five times takes effect once, and one that fits no schema is rejected, in batches of ${batch}`, async () => {
      const seen = record()
      const shop = await openPlatform({
        amqp: true,
        areas: [
          defineProbe({
            batch,
            onNoted: async (tx, { text }) => {
              tx.afterCommit(() => seen.consumed.push(text))
            },
          }),
        ],
      })
      const outside = new Connection(rabbitUrl)
      const publisher = outside.createPublisher({ confirm: true })
      const messageId = randomUUID()
      const send = (text: unknown, id: string) =>
        publisher.send(
          { exchange: 'comptoir.evenements', routingKey: Noted.queue, messageId: id, durable: true },
          { text, at: 1 },
        )
      await shop.call('POST', '/api/publique/notes', { text: 'ready' })
      await eventually('the consumer listens', async () => seen.consumed.includes('ready'))
      for (let i = 0; i < 5; i++) await send('repeated', messageId)
      await send({}, randomUUID())
      await publisher.send(
        { routingKey: Noted.queue, contentType: 'application/json' },
        Buffer.from('{"text":'),
      )
      await send('last', randomUUID())

      await eventually('the last event is consumed', async () => seen.consumed.includes('last'))

      assert.deepEqual(seen.consumed, ['ready', 'repeated', 'last'])
      await publisher.close()
      await outside.close()
      await shop.close()
    })

  test('the correlation id becomes the request id; one that is invalid in a header is replaced', async () => {
    const ids: (string | undefined)[] = []
    const onNoted = async () => void ids.push(currentRequestId())
    const shop = await openPlatform({ amqp: true, areas: [defineProbe({ onNoted })] })
    const outside = new Connection(rabbitUrl)
    const publisher = outside.createPublisher({ confirm: true })
    await shop.call('POST', '/api/publique/notes', { text: 'ready' })
    await eventually('the consumer listens', async () => ids.length === 1)
    for (const correlationId of ['caisse-7:42', 'une\nligne', 'Ж', 'x'.repeat(200)])
      await publisher.send({ routingKey: Noted.queue, correlationId }, { text: correlationId, at: 1 })
    await publisher.send({ routingKey: Noted.queue }, { text: 'x', at: 1, requestId: 'une\nligne' })

    await eventually('all events are consumed', async () => ids.length === 6)

    assert.equal(ids.filter(id => id === 'caisse-7:42').length, 1)
    assert.ok(
      ids.every(id => id !== undefined && /^[\w.:-]{1,64}$/.test(id)),
      ids.join(),
    )
    await publisher.close()
    await outside.close()
    await shop.close()
  })

  test('a queue with other arguments delays only its own events, and log and metric name it; a deleted one is declared again', async t => {
    const other = eventKind('probe.other', Type.Object({ text: Type.String() }))
    const outside = new Connection(rabbitUrl)
    const seen = record()
    const shop = await openPlatform({
      amqp: true,
      started: false,
      areas: [
        {
          ...defineProbe({
            onNoted: async (tx, { text }) => {
              tx.afterCommit(() => seen.consumed.push(text))
            },
          }),
          announces: [Noted, other],
        },
      ],
    })
    t.after(async () => {
      await shop.close()
      await outside.queueDelete({ queue: other.queue })
      await outside.close()
    })
    const { db, outbox, log } = shop.platform
    const refused: unknown[] = []
    log.error = ((fields: { queue?: string }) => refused.push(fields.queue)) as typeof log.error
    const publish = (text: string) => db.transaction(tx => outbox.publish(tx, other, { text }))
    const note = async (text: string) => {
      await shop.call('POST', '/api/publique/notes', { text })
      await eventually(`${text} is consumed`, async () => seen.consumed.includes(text))
    }
    const gauges = async () =>
      (await shop.call<string>('GET', '/metrics')).body
        .split('\n')
        .filter(line => line.startsWith('comptoir_queue_up'))
        .sort()
    const stored = () =>
      outside.queueDeclare({ queue: other.queue, passive: true }).then(({ messageCount }) => messageCount)
    await outside.queueDeclare({ queue: other.queue, durable: true, arguments: { 'x-max-length': 10 } })
    const exchange = 'comptoir.evenements'
    await outside.exchangeDeclare({ exchange, type: 'topic', durable: true })
    await outside.queueBind({ exchange, queue: other.queue, routingKey: other.queue })
    await shop.start()

    await publish('waits')
    await note('first')
    await note('second')
    await eventually('only the event of the other queue waits', async () => (await waiting(shop)) === 1)
    assert.equal(await stored(), 0)
    assert.deepEqual(refused, [other.queue])
    assert.deepEqual(await gauges(), [
      'comptoir_queue_up{queue="probe.noted"} 1',
      'comptoir_queue_up{queue="probe.other"} 0',
    ])

    await outside.queueDelete({ queue: other.queue })
    await eventually('the event is sent', async () => (await waiting(shop)) === 0, 20_000)
    assert.equal(await stored(), 1)
    assert.ok((await gauges()).includes('comptoir_queue_up{queue="probe.other"} 1'))

    await outside.queueDelete({ queue: other.queue })
    await publish('returned')
    await note('third')
    await eventually('the returned event is sent again', async () => (await waiting(shop)) === 0, 20_000)
    assert.equal(await stored(), 1)
  })

  test('events committed while RabbitMQ was unavailable are sent when it is back', async () => {
    const url = new URL(rabbitUrl!)
    const line = await startSeverableProxy(`postgres://${url.hostname}:${url.port}/x`)
    const away = new URL(rabbitUrl!)
    away.port = new URL(line.url).port
    away.hostname = '127.0.0.1'
    line.cut()
    const seen = record()
    const shop = await openPlatform({
      amqp: away.href,
      areas: [
        defineProbe({
          onNoted: async (tx, { text }) => {
            tx.afterCommit(() => seen.consumed.push(text))
          },
        }),
      ],
    })
    assert.equal((await shop.call('POST', '/api/publique/notes', { text: 'kept' })).status, 201)
    assert.equal((await shop.call('GET', '/ready')).status, 200)
    assert.equal(await waiting(shop), 1)

    line.restore()

    await eventually('the event arrives', async () => seen.consumed.includes('kept'), 30_000)
    line.cut()
    await shop.close()
  })
})

test('when the database connection breaks again and again, every event still takes effect once', async () => {
  const databaseUrl = await createTestDatabase()
  const ledger = new pg.Client({ connectionString: databaseUrl })
  await ledger.connect()
  await ledger.query('create table public.effect (text text)')
  const line = await startSeverableProxy(databaseUrl)
  const shop = await openPlatform({
    databaseUrl: line.url,
    areas: [
      defineProbe({ onNoted: (tx, { text }) => tx.run(sql`insert into public.effect values (${text})`) }),
    ],
  })
  const made: string[] = []
  for (let round = 0; round < 4; round++) {
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, i) =>
        shop.call<{ text: string }>('POST', '/api/publique/notes', { text: `${round}-${i}` }),
      ),
    )
    made.push(...answers.filter(answer => answer.status === 201).map(answer => answer.body.text))
    line.cut()
    line.restore()
  }
  const effects = async () =>
    (await ledger.query<{ text: string }>('select text from public.effect')).rows.map(row => row.text)

  await eventually('all events are consumed', async () => {
    const seen = new Set(await effects())
    return made.every(text => seen.has(text))
  })

  assert.ok(made.length >= 25)
  const all = await effects()
  assert.equal(new Set(all).size, all.length)
  await ledger.end()
  await shop.close()
})
