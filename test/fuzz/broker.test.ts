import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { Connection } from 'rabbitmq-client'
import { eventually } from '../support/eventually.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { rabbitUrl, withoutRabbit } from '../support/rabbit.ts'
import { type Changes, watchChanges } from './changes.ts'
import { readKinds } from './messages.ts'
import { RAW } from './odd.ts'

const bytes = (text: string) => Buffer.from(text)

/** Bodies and properties that no sender of the platform would send. */
const NONSENSE: [body: Buffer, more?: object][] = [
  [Buffer.alloc(0)],
  [Buffer.from([0xff, 0xfe, 0, 0x22])],
  [bytes('{"a":')],
  [bytes('null')],
  [bytes('[1, "x", null]')],
  [bytes('"text"')],
  ...Object.values(RAW).map((raw): [Buffer] => [bytes(raw())]),
  [bytes('{}'), { messageId: 'a\0b' }],
  [bytes('{}'), { messageId: 'é'.repeat(127), correlationId: 'a\r\nb' }],
  [bytes('{}'), { contentType: 'text/html', contentEncoding: 'gzip' }],
  [bytes('{'), { contentType: '', headers: { 'x-death': 'often', '\n': [{}] } }],
]

let shop: TestPlatform
let changes: Changes
before(async () => {
  if (withoutRabbit) return
  shop = await openPlatform({ amqp: true })
  changes = await watchChanges(shop.databaseUrl)
})

test('invalid messages on every queue are rejected, stop no consumer and change nothing', {
  skip: withoutRabbit,
}, async t => {
  const rejections = new Map<string, number>()
  t.mock.method(shop.platform.log, 'error', ({ queue }: { queue?: string }) => {
    if (queue) rejections.set(queue, (rejections.get(queue) ?? 0) + 1)
  })
  const connection = new Connection(rabbitUrl)
  const publisher = connection.createPublisher({ confirm: true })
  const queues = readKinds().map(({ queue }) => queue)
  try {
    await changes.capture()
    for (const routingKey of queues)
      for (const [body, more] of NONSENSE)
        await publisher.send({ routingKey, durable: true, contentType: 'application/json', ...more }, body)
    await eventually(
      'all invalid messages are rejected',
      async () => queues.every(queue => rejections.get(queue) === NONSENSE.length),
      60_000,
    )
    assert.deepEqual((await changes.capture()).tables, [])
  } finally {
    await publisher.close()
    await connection.close()
    await changes.close()
  }
})
