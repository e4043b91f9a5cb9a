import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { Connection } from 'rabbitmq-client'
import { Webhook as Verifier } from 'standardwebhooks'
import { freshDatabase } from '../../../test/support/database.ts'
import { eventually, openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { Noted, probe } from '../../../test/support/probe.ts'
import { rabbitUrl, withoutRabbit } from '../../../test/support/rabbit.ts'
import { openReceiver } from '../../../test/support/receiver.ts'
import { startServer } from '../../../test/support/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { accounts } from '../area.ts'

const PATH = '/api/v1/privee/webhooks'
const SETTINGS = { COMPTOIR_WEBHOOK_NETWORKS: '127.0.0.0/8', COMPTOIR_WEBHOOK_SECONDS: '1' }

type Shown = {
  id: number
  actif: boolean
  suspenduPour: string | null
  enEchecDepuis: string | null
  updatedAt: string
}
type Made = Shown & { secret: string; url: string }
type Delivery = {
  id: number
  messageId: string
  type: string
  statut: string
  essais: number
  codeHttp: number | null
  reponse: string | null
  derniereErreur: string | null
  prochainEssai: string | null
}

const deskOf = (shop: TestPlatform) => ({
  async make(url: string, types: string[] | null = null) {
    const { status, body } = await shop.call<Made>('POST', PATH, { url, types })
    assert.equal(status, 201, JSON.stringify(body))
    return body
  },
  read: async (id: number) => (await shop.call<Shown>('GET', `${PATH}/${id}`)).body,
  deliveries: async (id: number) =>
    (await shop.call<{ data: Delivery[]; total: number }>('GET', `${PATH}/${id}/livraisons`)).body.data,
  attempt: (id: number) => shop.call<Delivery>('POST', `${PATH}/${id}/essais`),
  redeliver: (id: number, body: object) =>
    shop.call<{ nombre: number }>('POST', `${PATH}/${id}/renvois`, body),
  /** The newest delivery once it is so. */
  newest: (id: number, what: string, is: (delivery: Delivery) => boolean) =>
    eventually(what, async () => {
      const [newest] = await deskOf(shop).deliveries(id)
      return newest && is(newest) && newest
    }),
  note: (text: string) => shop.call('POST', '/api/publique/notes', { text }),
  /** What waits is due at once. */
  hurry: (id: number) =>
    shop.platform.db.pg.query(
      `update accounts.livraison_webhook set "prochainEssai" = now() where "webhookId" = $1 and statut = 'en_attente'`,
      [id],
    ),
})

const verified = ({ secret }: { secret: string }, { body, headers }: { body: string; headers: object }) =>
  new Verifier(secret).verify(body, headers as Record<string, string>)

for (const [where, amqp] of [
  ['in the process', false],
  ['over RabbitMQ', true],
] as const) {
  describe(`an event, ${where}`, { skip: amqp && withoutRabbit }, () => {
    let shop: TestPlatform
    let desk: ReturnType<typeof deskOf>
    const count = async (table: string) =>
      (await shop.platform.db.one(sql<{ n: number }>`select count(*) n from ${sql.raw(table)}`)).n
    before(async () => {
      shop = await openPlatform({
        amqp,
        areas: [probe({ onNoted: async () => {} }), accounts],
        settings: SETTINGS,
      })
      desk = deskOf(shop)
    })

    test('comes to those who want it, signed, and to nobody else', async () => {
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
        const { type, timestamp, data } = verified(webhook, message) as {
          type: string
          timestamp: string
          data: { text: string }
        }
        assert.deepEqual([type, data.text], [Noted.queue, 'first'])
        assert.ok(Math.abs(Date.parse(timestamp) - Date.now()) < 60_000)
        assert.equal(message.headers['content-type'], 'application/json')
        await desk.newest(
          webhook.id,
          'it is taken',
          ({ statut, essais }) => statut === 'livree' && essais === 1,
        )
      }
      assert.equal(all.received[0]?.id, one.received[0]?.id)
      assert.equal(other.received.length, 0)
    })

    test('is not copied any more once nobody wants it', async () => {
      const { data } = (await shop.call<{ data: Shown[] }>('GET', PATH)).body
      for (const { id } of data) await shop.call('DELETE', `${PATH}/${id}`)
      const before = await count('accounts.evenement_webhook')
      // Whatever is copied leaves a trace: it is written to the outbox, or goes through the queue.
      await shop.platform.db.pg.query(`
        create table if not exists public.copied (n int);
        create or replace function public.copied() returns trigger language plpgsql as
          $$ begin if new.queue = 'comptoir.webhooks' then insert into public.copied values (1); end if; return new; end $$;
        create trigger copied before insert on platform.outbox for each row execute function public.copied()`)
      await desk.note('second')
      await eventually('the outbox is empty', async () => (await count('platform.outbox')) === 0)
      assert.equal(await count('public.copied'), 0)
      assert.equal(await count('accounts.evenement_webhook'), before)
      if (amqp) assert.deepEqual(await whereItGoes(), [])
      const receiver = await openReceiver()
      await desk.make(receiver.url, [Noted.queue])
      await desk.note('third')
      await receiver.gets(1)
      assert.equal(await count('public.copied'), amqp ? 0 : 1)
    })

    /** The queues of webhooks that a message with this key reaches: it comes back where there is none. */
    async function whereItGoes() {
      const connection = new Connection(rabbitUrl)
      const queue = 'comptoir.webhooks'
      const publisher = connection.createPublisher({ confirm: true })
      let returned = false
      publisher.on('basic.return', () => {
        returned = true
      })
      // Of a kind that nobody but a webhook on all events would get.
      await publisher.send({ exchange: 'comptoir.evenements', routingKey: 'nobody.s', mandatory: true }, {})
      await connection.close()
      return returned ? [] : [queue]
    }

    test('that is delivered twice is noted once', async () => {
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
      await eventually('both are taken in', async () => (await count('platform.outbox')) === 0)
      await desk.note('last')
      await eventually('the last comes', async () =>
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
  let desk: ReturnType<typeof deskOf>
  before(async () => {
    shop = await openPlatform({ areas: [probe({ onNoted: async () => {} }), accounts], settings: SETTINGS })
    desk = deskOf(shop)
  })

  /** A webhook whose receiver answers so, and its first try. */
  async function tried(answer: Parameters<Awaited<ReturnType<typeof openReceiver>>['answerWith']>[0]) {
    const receiver = await openReceiver()
    receiver.answerWith(answer)
    const webhook = await desk.make(receiver.url)
    await desk.attempt(webhook.id)
    const delivery = await desk.newest(
      webhook.id,
      'a try',
      one => one.codeHttp !== null || one.derniereErreur !== null,
    )
    return { receiver, webhook, delivery }
  }

  test('that is not taken is tried again in five seconds, under the same name, until it is', async () => {
    const { receiver, webhook, delivery } = await tried({ status: 503, body: 'not now' })
    assert.deepEqual(
      [delivery.statut, delivery.essais, delivery.codeHttp, delivery.reponse, delivery.derniereErreur],
      ['en_attente', 1, 503, 'not now', 'It answered 503, not 2xx'],
    )
    const wait = Date.parse(delivery.prochainEssai ?? '') - Date.now()
    assert.ok(wait > 1_000 && wait < 5_500, String(wait))
    assert.ok((await desk.read(webhook.id)).enEchecDepuis)
    receiver.answerWith(200)
    await desk.hurry(webhook.id)
    const taken = await desk.newest(webhook.id, 'it is taken', ({ statut }) => statut === 'livree')
    assert.deepEqual([taken.essais, taken.derniereErreur, taken.prochainEssai], [2, null, null])
    assert.equal((await desk.read(webhook.id)).enEchecDepuis, null)
    assert.deepEqual(
      receiver.received.map(({ id }) => id),
      [delivery.messageId, delivery.messageId],
    )
    for (const message of receiver.received) verified(webhook, message)
  })

  test('ends in time where nobody answers, or what answers speaks no HTTP', async () => {
    const hanging = await tried('hangs')
    assert.match(hanging.delivery.derniereErreur ?? '', /^No answer within 1 s$/)
    const nonsense = await tried('nonsense')
    assert.match(nonsense.delivery.derniereErreur ?? '', /Parse Error|HTTP/)
    for (const { delivery } of [hanging, nonsense]) assert.equal(delivery.codeHttp, null)
  })

  test('follows no redirection', async () => {
    const inside = await openReceiver()
    const { delivery } = await tried({ status: 307, headers: { location: inside.url } })
    assert.equal(delivery.derniereErreur, 'It answered 307: redirections are not followed')
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

  test('is given up after ten tries, and can be asked for again with all that failed since', async () => {
    const { receiver, webhook, delivery } = await tried(500)
    await shop.platform.db.pg.query('update accounts.livraison_webhook set essais = 9 where id = $1', [
      delivery.id,
    ])
    await desk.hurry(webhook.id)
    await desk.newest(
      webhook.id,
      'it is given up',
      ({ statut, essais }) => statut === 'echouee' && essais === 10,
    )
    receiver.answerWith(204)
    assert.deepEqual((await desk.redeliver(webhook.id, { depuis: '2040-01-01' })).body, { nombre: 0 })
    const { status, body } = await desk.redeliver(webhook.id, {
      depuis: new Date(Date.now() - 60_000).toISOString(),
    })
    assert.deepEqual([status, body], [202, { nombre: 1 }])
    const taken = await desk.newest(webhook.id, 'it is taken', ({ statut }) => statut === 'livree')
    assert.equal(taken.essais, 1)
    const failed = await shop.call<{ total: number }>(
      'GET',
      `${PATH}/${webhook.id}/livraisons?statut=echouee`,
    )
    assert.equal(failed.body.total, 0)
  })

  test('that twenty ask for again at once goes out once', async () => {
    const { receiver, webhook, delivery } = await tried(204)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => desk.redeliver(webhook.id, { livraisonId: delivery.id })),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [202, ...Array(19).fill(409)])
    await receiver.gets(2)
    await desk.newest(webhook.id, 'it is taken', ({ statut }) => statut === 'livree')
    await desk.attempt(webhook.id)
    await receiver.gets(3)
    assert.equal(receiver.received.filter(({ id }) => id === delivery.messageId).length, 2)
  })

  test('is asked for by name or since when, of a webhook that is sent to', async () => {
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

describe('a webhook', () => {
  let shop: TestPlatform
  let desk: ReturnType<typeof deskOf>
  before(async () => {
    shop = await openPlatform({ areas: [probe({ onNoted: async () => {} }), accounts], settings: SETTINGS })
    desk = deskOf(shop)
    const body = {
      email: 'admin@example.org',
      nom: 'Admin',
      motDePasse: 'un long mot de passe',
      droits: ['admin'],
    }
    await shop.call('POST', '/api/v1/privee/personnel', body)
  })
  const mails = async () =>
    (await shop.call<{ data: { destinataire: string; texte: string }[] }>('GET', '/api/v1/privee/courriels'))
      .body.data

  test('that answers 410 is paused at once, its administrators are told, and nothing more is noted for it', async () => {
    const receiver = await openReceiver()
    receiver.answerWith(410)
    const { id } = await desk.make(receiver.url)
    await desk.note('gone')
    await eventually('it is paused', async () => !(await desk.read(id)).actif)
    assert.equal((await desk.read(id)).suspenduPour, 'disparu')
    const [mail] = await mails()
    assert.equal(mail?.destinataire, 'admin@example.org')
    assert.ok(mail.texte.includes(receiver.url) && mail.texte.includes('410'), mail.texte)
    assert.equal((await desk.attempt(id)).status, 409)
    await desk.note('after')
    const other = await openReceiver()
    await desk.make(other.url)
    await desk.note('later')
    await other.gets(1)
    const deliveries = await desk.deliveries(id)
    assert.deepEqual(
      deliveries.map(({ statut }) => statut),
      ['echouee'],
    )
  })

  test('that has taken nothing for three days is paused, told of once, and gets what waited when it is started again', async () => {
    const receiver = await openReceiver()
    receiver.answerWith(500)
    const { id } = await desk.make(receiver.url, [Noted.queue])
    await desk.note('one')
    await desk.note('two')
    await eventually('both are tried', async () => receiver.received.length >= 2)
    await eventually('it is failing', async () => (await desk.read(id)).enEchecDepuis)
    const told = (await mails()).length
    await shop.platform.db.pg.query(
      `update accounts.webhook set "enEchecDepuis" = now() - interval '72 hours' where id = $1`,
      [id],
    )
    await desk.hurry(id)
    await eventually('it is paused', async () => !(await desk.read(id)).actif)
    assert.equal((await desk.read(id)).suspenduPour, 'echecs')
    assert.equal((await mails()).length, told + 1)

    receiver.answerWith(204)
    const { status, body } = await shop.call<Shown>('PATCH', `${PATH}/${id}`, { actif: true })
    assert.deepEqual([status, body.suspenduPour, body.enEchecDepuis], [200, null, null])
    await desk.hurry(id)
    await eventually('both are taken', async () =>
      (await desk.deliveries(id)).every(({ statut }) => statut === 'livree'),
    )
  })

  test('has a secret that is shown once and kept encrypted; for a day the one before signs too', async () => {
    const receiver = await openReceiver()
    const made = await desk.make(receiver.url)
    assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const { body } = await shop.call<{ secret: string }>('POST', `${PATH}/${made.id}/secrets`)
    const kept = JSON.stringify([
      await shop.platform.db.rows(sql`select * from accounts.webhook`),
      (await shop.call('GET', PATH)).body,
    ])
    for (const { secret } of [made, body]) assert.ok(!kept.includes(secret))
    const next = async () => {
      const before = receiver.received.length
      await desk.attempt(made.id)
      const message = (await receiver.gets(before + 1))[before]
      assert.ok(message)
      return message
    }
    const both = await next()
    for (const webhook of [made, body]) verified(webhook, both)
    await shop.platform.db.pg.query(
      `update accounts.webhook set "ancienSecretJusquA" = now() - interval '1 second'`,
    )
    const one = await next()
    verified(body, one)
    assert.throws(() => verified(made, one), /No matching signature/)
  })

  test('is verified by the lines of docs/webhooks.md', async () => {
    const [, lines = ''] = /```js\n([\s\S]*?)```/.exec(await readFile('docs/webhooks.md', 'utf8')) ?? []
    const file = join(mkdtempSync(join(tmpdir(), 'comptoir-verify-')), 'verify.mjs')
    writeFileSync(file, lines)
    const { verify } = await import(file)
    const receiver = await openReceiver()
    const { id, secret } = await desk.make(receiver.url)
    await desk.attempt(id)
    const [message] = await receiver.gets(1)
    assert.ok(message)
    const { headers, body } = message
    assert.deepEqual(verify(secret, headers, body).data, { webhookId: id })
    assert.throws(() => verify(secret, headers, body.replace('essai', 'autre')), /Not signed/)
    const late = { ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) - 600) }
    assert.throws(() => verify(secret, late, body), /Too old/)
  })

  test('is changed as it was seen, field by field, within what there is', async () => {
    const { url } = await openReceiver()
    const { id, updatedAt } = await desk.make(url, [Noted.queue])
    const change = (body: object, headers = {}) =>
      shop.call<Shown & { code: string }>('PATCH', `${PATH}/${id}`, body, headers)
    const { body } = await change({ description: 'Comptabilité' }, { 'if-match': `"${updatedAt}"` })
    assert.deepEqual(
      { ...body, updatedAt },
      { ...body, id, url, description: 'Comptabilité', types: [Noted.queue], updatedAt },
    )
    assert.equal(
      (await change({ actif: false }, { 'if-match': `"${updatedAt}"` })).body.code,
      'modifie-entre-temps',
    )
    assert.equal((await change({ types: ['nobody.s'] })).body.code, 'valeur-inconnue')
    assert.equal((await change({ url: 'https://10.0.0.1/' })).body.code, 'adresse-refusee')
    const cleared = (await change({ description: null, types: null })).body as unknown as {
      description: null
      types: null
    }
    assert.deepEqual([cleared.description, cleared.types], [null, null])
    const { types } = (await shop.call<{ types: string[] }>('GET', '/api/v1/privee/types-evenements')).body
    assert.ok(types.includes(Noted.queue) && types.includes('fidelite.commande-livree'))
  })

  test('is deleted with its log', async () => {
    const receiver = await openReceiver()
    const { id } = await desk.make(receiver.url)
    await desk.attempt(id)
    await receiver.gets(1)
    const remove = async () => (await shop.call('DELETE', `${PATH}/${id}`)).status
    assert.deepEqual([await remove(), await remove()], [204, 404])
    assert.equal((await shop.call('GET', `${PATH}/${id}/livraisons`)).status, 404)
  })

  test('is one of fifty at most', async () => {
    const total = (await shop.call<{ total: number }>('GET', PATH)).body.total
    const url = 'https://erp.example/in'
    const answers = await Promise.all(
      Array.from({ length: 52 - total }, () =>
        shop.call('POST', PATH, { url, types: ['fidelite.commande-livree'] }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status }) => status).filter(status => status !== 201),
      [409, 409],
    )
  })

  test('forgets the messages that tell of a customer who is erased, and what an export shows of them before', async () => {
    const noted = (id: string, donnees: object) =>
      shop.platform.db.pg.query(
        `insert into accounts.evenement_webhook ("messageId", type, corps, "createdAt") values ($1, 'x', $2, now())`,
        [id, JSON.stringify({ type: 'x', timestamp: '', data: donnees })],
      )
    await noted('by-client', { clientId: 'CLI_ERASED', n: 1 })
    await noted('by-number', { clientId: '4242' })
    await noted('by-email', { courriel: 'Ada.Erased@example.org' })
    await noted('by-order', { ordre: { ordreId: 'CMD-ERASED' } })
    await noted('another', { clientId: 'CLI_ERASED2', articleId: '4242', courriel: 'bob@example.org' })
    const person = {
      ...{ clientIds: ['CLI_ERASED'], userIds: [4242], numeros: [], emails: ['ada.erased@example.org'] },
      ordreIds: ['CMD-ERASED'],
    }
    const left = async () =>
      (
        await shop.platform.db.rows(
          sql<{ messageId: string }>`select "messageId" from accounts.evenement_webhook where type = 'x'`,
        )
      ).map(({ messageId }) => messageId)
    const collected = await shop.call<{ donnees: { evenement_webhook: unknown[] } }>(
      ...(['POST', '/accounts/api/v1/privee/donnees-personnelles', person] as const),
    )
    assert.equal(collected.body.donnees.evenement_webhook.length, 4)
    const body = { personne: person, pseudonyme: 'EFFACE_1' }
    assert.equal((await shop.call('POST', '/accounts/api/v1/privee/effacements', body)).status, 200)
    assert.deepEqual(await left(), ['another'])
  })

  test('keeps deliveries for thirty days', async () => {
    await shop.platform.db.pg.query(`
      update accounts.evenement_webhook set "createdAt" = now() - interval '31 days' where type = 'x'`)
    const { forgetOldDeliveries } = await import('./forget-old.ts')
    const before = await shop.platform.db.rows(sql`select from accounts.evenement_webhook`)
    await forgetOldDeliveries(shop.platform)
    const after = await shop.platform.db.rows(sql`select from accounts.evenement_webhook`)
    assert.equal(after.length, before.length - 1)
  })
})

test('what is on its way when the process is killed is sent again, under the same name', async () => {
  const receiver = await openReceiver()
  receiver.answerWith('hangs')
  const start = () =>
    startServer(['start'], {
      ...{ ...SETTINGS, COMPTOIR_SAMPLE: '0', DATABASE_URL: databaseUrl },
      COMPTOIR_DATA: data,
    })
  const databaseUrl = await freshDatabase()
  const data = mkdtempSync(join(tmpdir(), 'comptoir-webhook-'))
  const first = await start()
  const post = (url: string, path: string, body: object = {}) =>
    fetch(`${url}${path}`, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
    })
  const { id } = (await (await post(first.url, PATH, { url: receiver.url })).json()) as Made
  await post(first.url, `${PATH}/${id}/essais`)
  await receiver.gets(1)
  await first.end('SIGKILL')
  receiver.answerWith(204)
  const second = await start()
  const messages = await receiver.gets(2)
  assert.equal(new Set(messages.map(message => message.id)).size, 1)
  await eventually('it is taken', async () => {
    const answer = await fetch(`${second.url}${PATH}/${id}/livraisons`)
    const { data } = (await answer.json()) as { data: Delivery[] }
    return data[0]?.statut === 'livree'
  })
})
