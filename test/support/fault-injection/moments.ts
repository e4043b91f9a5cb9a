import assert from 'node:assert/strict'
import { eventually } from '../eventually.ts'
import type { Stage } from './pairs/stage.ts'

/** The AMQP method headers that acknowledge and reject a message: class 60, methods 80 and 120. */
const ACK = '\0<\0P'
const NACK = '\0<\0x'

/** Announces another event; checks that it and the first one take effect once, and that the queue is then empty. */
async function checkEffectsOnce({ announce, count, listener }: Stage) {
  await announce(2)
  await eventually(
    'the next event has its effect',
    async () => (await count('public.effet where version = 2')) === 1,
  )
  await eventually('the queue is empty', async () => (await listener.waiting()) === 0)
  assert.equal(await count('public.effet'), 2)
}

/** Points at which a process does not know yet what the broker or the database has done, and the outcome of a kill. */
export const moments: Record<string, (stage: Stage) => Promise<void>> = {
  async 'after the broker confirms an event and before the outbox deletes it: it is sent again and takes effect once'(
    stage,
  ) {
    const { start, announce, count, listener } = stage
    const line = await stage.lineToDatabase()
    const first = await start({ databaseUrl: line.url })
    const marking = line.breakAt('delete from platform.outbox', 'stalled')
    await announce(1)
    await marking
    await eventually('the broker has received the event', async () => listener.received.length === 1)
    await first.kill()
    assert.equal(await count('platform.outbox'), 1)

    await start()
    await eventually('the event is sent again', async () => listener.received.length === 2)
    await eventually('the outbox is empty', async () => (await count('platform.outbox')) === 0)
    await checkEffectsOnce(stage)
    assert.equal(listener.received[0]?.id, listener.received[1]?.id)
  },

  async 'after an effect is committed and before the message is acknowledged: the redelivery has no effect'(
    stage,
  ) {
    const { start, announce, count, listener } = stage
    const line = await stage.lineToBroker()
    const first = await start({ amqpUrl: line.url })
    const acknowledging = line.breakAt(ACK, 'stalled')
    await announce(1)
    await acknowledging
    assert.equal(await count('public.effet'), 1)
    await first.kill()
    await eventually('the broker requeues the event', async () => (await listener.waiting()) === 1)

    await start()
    await checkEffectsOnce(stage)
  },

  async 'after an effect is committed and before the process learns of it: the redelivery has no effect'(
    stage,
  ) {
    const { start, announce, count, listener } = stage
    const line = await stage.lineToDatabase()
    const first = await start({ databaseUrl: line.url })
    const committing = line.holdBack('insert into public.effet', 'COMMIT')
    await announce(1)
    await committing
    assert.equal(await count('public.effet'), 1)
    await first.kill()
    await eventually('the broker requeues the event', async () => (await listener.waiting()) === 1)

    await start()
    await checkEffectsOnce(stage)
  },

  async 'after a rejection is stored and before the message is rejected: a second rejection updates the same dead letter'(
    stage,
  ) {
    const { start, announce, readDeadLetters: kept, listener } = stage
    const line = await stage.lineToBroker()
    const first = await start({ amqpUrl: line.url })
    const rejecting = line.breakAt(NACK, 'stalled')
    await announce(1, true)
    await rejecting
    assert.deepEqual(await kept(), [{ motif: 'Nobody wants it', fois: 1 }])
    await first.kill()
    await eventually('the broker requeues the event', async () => (await listener.waiting()) === 1)

    await start()
    await eventually('the event is rejected again', async () => (await kept())[0]?.fois === 2)
    assert.deepEqual(await kept(), [{ motif: 'Nobody wants it', fois: 2 }])
    await eventually('the broker deletes the event', async () => (await listener.waiting()) === 0)
  },
}
