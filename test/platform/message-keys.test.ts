import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { openPlatform } from '../support/platform.ts'
import { defineProbe } from '../support/probe.ts'
import { withoutRabbit } from '../support/rabbit.ts'

for (const [where, amqp] of [
  ['in the process', false],
  ['over RabbitMQ', true],
] as const)
  describe(where, { skip: amqp && withoutRabbit }, () => {
    test('of several messages with the same key one is applied, also if they are concurrent', async () => {
      const applied: string[] = []
      const shop = await openPlatform({
        amqp,
        areas: [
          defineProbe({
            key: ({ text }) => text.replace(/\d$/, ''),
            onNoted: async (tx, { text }) => tx.afterCommit(() => applied.push(text)),
          }),
        ],
      })
      const texts = Array.from({ length: 5 }, (_, i) => [`a${i}`, `b${i}`]).flat()
      await Promise.all(texts.map(text => shop.call('POST', '/api/publique/notes', { text })))
      await shop.call('POST', '/api/publique/notes', { text: 'last' })
      await eventually('the last message is applied', () => applied.includes('last'))
      await eventually(
        'the outbox is empty',
        async () => (await shop.platform.db.pg.query('select from platform.outbox')).rowCount === 0,
      )
      assert.deepEqual(applied.map(text => text[0]).sort(), ['a', 'b', 'l'])
      await shop.close()
    })
  })
