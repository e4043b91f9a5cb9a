import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { Connection } from 'rabbitmq-client'
import { createTestDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { defineProbe, Noted } from '../../../test/support/probe.ts'
import { rabbitUrl, withoutRabbit } from '../../../test/support/rabbit.ts'
import { openReceiver } from '../../../test/support/receiver.ts'
import { startServer } from '../../../test/support/server.ts'
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts'
import {
  type CreatedWebhook,
  createWebhookActions,
  type Delivery,
  PATH,
  SETTINGS,
  verifyMessage,
  type WebhookView,
} from '../../../test/support/webhooks.ts'
import { sql } from '../../platform/database/sql.ts'
import { accounts } from '../area.ts'

for (const [where, amqp] of [
  ['in the process', false],
  ['over RabbitMQ', true],
] as const) {
  describe(`an event ${where}`, { skip: amqp && withoutRabbit }, () => {
    let shop: TestPlatform
    let desk: ReturnType<typeof createWebhookActions>
    const count = async (table: string) =>
      (await shop.platform.db.one(sql<{ n: number }>`select count(*) n from ${sql.raw(table)}`)).n
    before(async () => {
      shop = await openPlatform({
        amqp,
        areas: [defineProbe({ onNoted: async () => {} }), accounts],
        settings: SETTINGS,
      })
      desk = createWebhookActions(shop)
    })

    test('is sent signed to subscribed webhooks only', async () => {
      const [all, one, other] = await Promise.all([openReceiver(), openReceiver(), openReceiver()])
      const forAll = await desk.make(all.url)
      const forOne = await desk.make(one.url, [Noted.queue])
      await desk.make(other.url, ['fidelite.commande-livree'])
      await desk.note('first')
      for (const [receiver, webhook] of [
        [all, forAll],
        [one, forOne],
      ] as const) {
        const [message] = await receiver.gets(1)
        assert.ok(message)
        const { type, timestamp, data } = verifyMessage(webhook, message) as {
          type: string
          timestamp: string
          data: { text: string }
        }
        assert.deepEqual([type, data.text], [Noted.queue, 'first'])
        assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000)
        assert.equal(message.headers['content-type'], 'application/json')
        await desk.newest(
          webhook.id,
          'the message is delivered',
          ({ statut, essais }) => statut === 'livree' && essais === 1,
        )
      }
      assert.equal(all.received[0]?.id, one.received[0]?.id)
      assert.equal(other.received.length, 0)
    })

    test('is no longer copied once no webhook subscribes to it', async () => {
      const { data } = (await shop.call<{ data: WebhookView[] }>('GET', PATH)).body
      for (const { id } of data) await shop.call('DELETE', `${PATH}/${id}`)
      const before = await count('accounts.evenement_webhook')
      // Without a broker, copies are rows of the outbox, which this trigger counts.
      await shop.platform.db.pg.query(`
        create table if not exists public.copied (n int);
        create or replace function public.copied() returns trigger language plpgsql as
          $$ begin if new.queue = 'comptoir.webhooks' then insert into public.copied values (1); end if; return new; end $$;
        create trigger copied before insert on platform.outbox for each row execute function public.copied()`)
      await desk.note('second')
      await eventually('the outbox is empty', async () => (await count('platform.outbox')) === 0)
      assert.equal(await count('public.copied'), 0)
      assert.equal(await count('accounts.evenement_webhook'), before)
      if (amqp) assert.deepEqual(await readTargets(), [])
      const receiver = await openReceiver()
      await desk.make(receiver.url, [Noted.queue])
      await desk.note('third')
      await receiver.gets(1)
      assert.equal(await count('public.copied'), amqp ? 0 : 1)
    })

    /**
     * Returns the queue of webhooks if a message with an unused routing key reaches it, and no queue if the broker
     * returns the message.
     */
    async function readTargets() {
      const connection = new Connection(rabbitUrl)
      const queue = 'comptoir.webhooks'
      const publisher = connection.createPublisher({ confirm: true })
      let returned = false
      publisher.on('basic.return', () => {
        returned = true
      })
      // No area announces this type, so only a subscription to all events would receive it.
      await publisher.send({ exchange: 'comptoir.evenements', routingKey: 'nobody.s', mandatory: true }, {})
      await publisher.close()
      await connection.close()
      return returned ? [] : [queue]
    }

    test('is stored once when it arrives twice', async () => {
      const receiver = await openReceiver()
      const webhook = await desk.make(receiver.url, [Noted.queue])
      const copy = {
        ...{ id: '0b5ba1a4-3f0c-4ad4-8c05-4fbc3c1d8f9a', type: Noted.queue },
        ...{ le: '2026-11-22T10:00:00.000Z', donnees: { text: 'twice', at: 1 } },
      }
      for (let i = 0; i < 2; i++)
        await shop.platform.db.pg.query(
          `insert into platform.outbox (queue, "messageId", "requestId", body, "createdAt")
           values ('comptoir.webhooks', $1, 'r', $2, now())`,
          [copy.id, copy],
        )
      await eventually('both events are consumed', async () => (await count('platform.outbox')) === 0)
      await desk.note('last')
      await eventually('the last event arrives', async () =>
        receiver.received.some(({ body }) => body.includes('last')),
      )
      assert.equal(receiver.received.filter(({ body }) => body.includes('twice')).length, 1)
      assert.equal((await desk.deliveries(webhook.id)).length, 2)
      if (amqp) await shop.close()
    })
  })
}

describe('a delivery', () => {
  let shop: TestPlatform
  let desk: ReturnType<typeof createWebhookActions>
  before(async () => {
    shop = await openPlatform({
      areas: [defineProbe({ onNoted: async () => {} }), accounts],
      settings: SETTINGS,
    })
    desk = createWebhookActions(shop)
  })

  /** Creates a webhook whose receiver gives this answer, and waits for the first attempt. */
  async function tried(answer: Parameters<Awaited<ReturnType<typeof openReceiver>>['answerWith']>[0]) {
    const receiver = await openReceiver()
    receiver.answerWith(answer)
    const webhook = await desk.make(receiver.url)
    await desk.attempt(webhook.id)
    const delivery = await desk.newest(
      webhook.id,
      'an attempt',
      one => one.codeHttp !== null || one.derniereErreur !== null,
    )
    return { receiver, webhook, delivery }
  }

  test('that fails is retried after five seconds with the same ID until it succeeds', async () => {
    const { receiver, webhook, delivery } = await tried({ status: 503, body: 'not now' })
    assert.deepEqual(
      [delivery.statut, delivery.essais, delivery.codeHttp, delivery.reponse, delivery.derniereErreur],
      ['en_attente', 1, 503, 'not now', 'The receiver answered 503 instead of 2xx'],
    )
    const wait = Date.parse(delivery.prochainEssai ?? '') - Date.now()
    assert.ok(wait > 1_000 && wait < 5_500, String(wait))
    assert.ok((await desk.read(webhook.id)).enEchecDepuis)
    receiver.answerWith(200)
    await desk.makeDue(webhook.id)
    const delivered = await desk.newest(
      webhook.id,
      'the message is delivered',
      ({ statut }) => statut === 'livree',
    )
    assert.deepEqual([delivered.essais, delivered.derniereErreur, delivered.prochainEssai], [2, null, null])
    assert.equal((await desk.read(webhook.id)).enEchecDepuis, null)
    assert.deepEqual(
      receiver.received.map(({ id }) => id),
      [delivery.messageId, delivery.messageId],
    )
    for (const message of receiver.received) verifyMessage(webhook, message)
  })

  test('times out if the receiver does not answer, and fails if it does not speak HTTP', async () => {
    const hanging = await tried('hangs')
    assert.match(hanging.delivery.derniereErreur ?? '', /^No response within 1 s$/)
    const nonsense = await tried('nonsense')
    assert.match(nonsense.delivery.derniereErreur ?? '', /Parse Error|HTTP/)
    for (const { delivery } of [hanging, nonsense]) assert.equal(delivery.codeHttp, null)
  })

  test('does not follow redirects', async () => {
    const inside = await openReceiver()
    const { delivery } = await tried({ status: 307, headers: { location: inside.url } })
    assert.equal(delivery.derniereErreur, 'The receiver answered 307; redirects are not followed')
    assert.equal(inside.received.length, 0)
  })

  test('does not wait for another webhook that hangs', async () => {
    const stuck = await openReceiver()
    stuck.answerWith('hangs')
    const hanging = await desk.make(stuck.url)
    await Promise.all(Array.from({ length: 30 }, () => desk.attempt(hanging.id)))
    await stuck.gets(8)
    const { delivery } = await tried(204)
    assert.equal(delivery.statut, 'livree')
    assert.ok(stuck.received.length < 30, String(stuck.received.length))
    await shop.call('DELETE', `${PATH}/${hanging.id}`)
  })

  test('fails after ten attempts, and can be requested again together with all failed ones since a date', async () => {
    const { receiver, webhook, delivery } = await tried(500)
    await shop.platform.db.pg.query('update accounts.livraison_webhook set essais = 9 where id = $1', [
      delivery.id,
    ])
    await desk.makeDue(webhook.id)
    await desk.newest(
      webhook.id,
      'the message is abandoned',
      ({ statut, essais }) => statut === 'echouee' && essais === 10,
    )
    receiver.answerWith(204)
    assert.deepEqual((await desk.redeliver(webhook.id, { depuis: '2040-01-01' })).body, { nombre: 0 })
    const { status, body } = await desk.redeliver(webhook.id, {
      depuis: new Date(Date.now() - 60_000).toISOString(),
    })
    assert.deepEqual([status, body], [202, { nombre: 1 }])
    const delivered = await desk.newest(
      webhook.id,
      'the message is delivered',
      ({ statut }) => statut === 'livree',
    )
    assert.equal(delivered.essais, 1)
    const failed = await shop.call<{ total: number }>(
      'GET',
      `${PATH}/${webhook.id}/livraisons?statut=echouee`,
    )
    assert.equal(failed.body.total, 0)
  })

  test('that is requested again twenty times concurrently is sent once', async () => {
    const { receiver, webhook, delivery } = await tried(204)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => desk.redeliver(webhook.id, { livraisonId: delivery.id })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [202, ...Array(19).fill(409)])
    await receiver.gets(2)
    await desk.newest(webhook.id, 'the message is delivered', ({ statut }) => statut === 'livree')
    await desk.attempt(webhook.id)
    await receiver.gets(3)
    assert.equal(receiver.received.filter(({ id }) => id === delivery.messageId).length, 2)
  })

  test('that waits for a retry can be sent immediately, but not while it is being sent', async () => {
    // The timeout must not end the attempt while the receiver hangs.
    const patient = await openPlatform({
      areas: [accounts],
      settings: { ...SETTINGS, COMPTOIR_WEBHOOK_SECONDS: '60' },
    })
    const own = createWebhookActions(patient)
    const receiver = await openReceiver()
    receiver.answerWith(503)
    const webhook = await own.make(receiver.url)
    await own.attempt(webhook.id)
    const { id } = await own.newest(webhook.id, 'a failed attempt', ({ codeHttp }) => codeHttp === 503)
    await patient.platform.db.pg.query(
      `update accounts.livraison_webhook set "prochainEssai" = now() + interval '1 hour'`,
    )
    receiver.answerWith('hangs')

    assert.equal((await own.redeliver(webhook.id, { livraisonId: id })).status, 202)
    await receiver.gets(2)
    await patient.platform.db.pg.query('update accounts.livraison_webhook set "renvoyeeLe" = null')
    const { status, body } = await own.redeliver(webhook.id, { livraisonId: id })
    assert.deepEqual([status, (body as unknown as { code: string }).code], [409, 'livraison-en-cours'])
    await patient.close()
  })

  test('is requested again by ID or by date, for an active webhook', async () => {
    const { webhook, delivery } = await tried(204)
    for (const body of [{}, { livraisonId: delivery.id, depuis: '2026-01-01' }])
      assert.equal((await desk.redeliver(webhook.id, body)).status, 400)
    const codeOf = async (id: number, body: object) =>
      ((await desk.redeliver(id, body)).body as unknown as { code: string }).code
    assert.equal(await codeOf(webhook.id, { livraisonId: 999_999 }), 'livraison-inconnue')
    assert.equal(await codeOf(999_999, { livraisonId: delivery.id }), 'webhook-inconnu')
    await shop.call('PATCH', `${PATH}/${webhook.id}`, { actif: false })
    assert.equal(await codeOf(webhook.id, { livraisonId: delivery.id }), 'webhook-suspendu')
  })
})

test('a delivery under way when the process is killed is sent again with the same ID', async () => {
  const receiver = await openReceiver()
  receiver.answerWith('hangs')
  const start = () =>
    startServer(['start'], {
      ...{ ...SETTINGS, COMPTOIR_SAMPLE: '0', DATABASE_URL: databaseUrl },
      COMPTOIR_DATA: data,
    })
  const databaseUrl = await createTestDatabase()
  const data = createTemporaryFolder('webhook')
  const first = await start()
  const post = (url: string, path: string, body: object = {}) =>
    fetch(`${url}${path}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    })
  const { id } = (await (await post(first.url, PATH, { url: receiver.url })).json()) as CreatedWebhook
  await post(first.url, `${PATH}/${id}/essais`)
  await receiver.gets(1)
  await first.end('SIGKILL')
  receiver.answerWith(204)
  const second = await start()
  const messages = await receiver.gets(2)
  assert.equal(new Set(messages.map(message => message.id)).size, 1)
  await eventually('the message is delivered', async () => {
    const answer = await fetch(`${second.url}${PATH}/${id}/livraisons`)
    const { data } = (await answer.json()) as { data: Delivery[] }
    return data[0]?.statut === 'livree'
  })
})
