import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, type TestContext, test } from 'node:test'
import { Connection, type Consumer } from 'rabbitmq-client'
import Type from 'typebox'
import { createTestDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { rabbitUrl, withoutRabbit } from '../../../test/support/rabbit.ts'
import { startSeverableProxy } from '../../../test/support/severable.ts'
import { createRealClock } from '../clock.ts'
import { createPool, type DatabasePool } from '../database/database.ts'
import { tryLock } from '../database/locks.ts'
import { createLog } from '../log.ts'
import { eventKind } from './event.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createQueues } from './queues.ts'
import { startRelay } from './relay.ts'
import { countWaiting } from './store.ts'

const name = `relay.${randomUUID()}`
const numbered = eventKind(name, Type.Object({ n: Type.Integer() }))
const CONFIRM_MS = 300
const log = createLog('silent', [])

describe('the relay', { skip: withoutRabbit }, () => {
  let db: DatabasePool
  let outbox: Outbox
  let outside: Connection
  let consumer: Consumer
  /** All messages in the order of arrival, including duplicates. */
  const received: { id: string | undefined; n: number }[] = []

  /** Starts a relay that stops at the end of its test. */
  function startedOver(url: string, test: TestContext) {
    const stopping = new AbortController()
    const relay = startRelay({
      db,
      clock: createRealClock(),
      log,
      stopping: stopping.signal,
      connect: () => {
        const connection = new Connection({ url })
        connection.on('error', () => {})
        return connection
      },
      exchange: name,
      queues: createQueues({ log, exchange: name, kinds: [numbered] }),
      confirmMs: CONFIRM_MS,
    })
    test.after(() => {
      stopping.abort()
      return relay.ended
    })
    return relay
  }
  async function lineToRabbit() {
    const url = new URL(rabbitUrl ?? '')
    const line = await startSeverableProxy(`postgres://${url.hostname}:${url.port || 5672}/`)
    url.host = new URL(line.url).host
    return { ...line, url: url.href }
  }
  const announce = (...numbers: number[]) =>
    db.transaction(async tx => {
      for (const n of numbers) await outbox.publish(tx, numbered, { n })
    })
  const untilReceived = (n: number) =>
    eventually(`message ${n} arrives`, async () => received.some(message => message.n === n))
  const isEmpty = () => eventually('the outbox is empty', async () => (await countWaiting(db)) === 0)
  const isSending = async () => !(await db.transaction(tx => tryLock(tx, 'relay')))
  /** Returns the numbers of the received messages, deduplicated by message id. */
  const deduplicated = () => [...new Map(received.map(({ id, n }) => [id, n])).values()]

  before(async () => {
    db = createPool(await createTestDatabase(), { size: 8, onError: () => {} })
    outbox = createOutbox(createRealClock())
    outside = new Connection(rabbitUrl)
    await outside.queueDeclare({ queue: name, durable: true })
    consumer = outside.createConsumer(
      { queue: name, queueOptions: { durable: true } },
      async ({ messageId, body }) => {
        received.push({ id: messageId, n: body.n })
      },
    )
  })
  after(async () => {
    await consumer.close()
    await outside.queueDelete({ queue: name })
    await outside.exchangeDelete({ exchange: name })
    await outside.close()
    await db.close()
  })

  test('ends its transaction when a broker does not confirm, and later sends all messages in order', async context => {
    const line = await lineToRabbit()
    const relay = startedOver(line.url, context)
    await announce(1)
    await untilReceived(1)
    await isEmpty()

    line.stall()
    await announce(2, 3, 4)
    relay.wake()
    await eventually('the relay sends', isSending)
    await eventually('the relay has given up', async () => !(await isSending()))
    assert.equal(await countWaiting(db), 3)

    await announce(5)
    line.restore()
    await untilReceived(5)
    await isEmpty()
    assert.deepEqual(deduplicated(), [1, 2, 3, 4, 5])
  })

  test('leaves messages that a broker did not confirm to another process', async context => {
    received.length = 0
    const line = await lineToRabbit()
    line.stall()
    await announce(6, 7)
    startedOver(line.url, context)
    await eventually('the relay tries to send', isSending)
    await eventually('the relay has given up', async () => !(await isSending()))
    startedOver(rabbitUrl ?? '', context)

    await announce(8)
    await untilReceived(8)
    await isEmpty()
    assert.deepEqual(deduplicated(), [6, 7, 8])
  })
})
