import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { defineProbe, Noted } from '../../../test/support/probe.ts'
import { openReceiver } from '../../../test/support/receiver.ts'
import { createTemporaryFolder } from '../../../test/support/temporary-folder.ts'
import {
  createWebhookActions,
  PATH,
  SETTINGS,
  verifyMessage,
  type WebhookView,
} from '../../../test/support/webhooks.ts'
import { sql } from '../../platform/database/sql.ts'
import { accounts } from '../area.ts'

describe('a webhook', () => {
  let shop: TestPlatform
  let desk: ReturnType<typeof createWebhookActions>
  before(async () => {
    shop = await openPlatform({
      areas: [defineProbe({ onNoted: async () => {} }), accounts],
      settings: SETTINGS,
    })
    desk = createWebhookActions(shop)
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

  test('that answers 410 is paused immediately, administrators are notified, and no more deliveries are created', async () => {
    const receiver = await openReceiver()
    receiver.answerWith(410)
    const { id } = await desk.make(receiver.url)
    await desk.note('gone')
    await eventually('the webhook is paused', async () => !(await desk.read(id)).actif)
    assert.equal((await desk.read(id)).suspenduPour, 'disparu')
    const [mail] = await mails()
    assert.equal(mail?.destinataire, 'admin@example.org')
    assert.ok(mail.texte.includes(receiver.url) && mail.texte.includes('410'), mail.texte)
    assert.equal((await desk.attempt(id)).status, 409)
    const wanted = sql`select file from platform.copie_evenement where voulue`
    assert.deepEqual(await shop.platform.db.rows(wanted), [])
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

  test('that failed for three days is paused with one notification, and gets the waiting deliveries when it is resumed', async () => {
    const receiver = await openReceiver()
    receiver.answerWith(500)
    const { id } = await desk.make(receiver.url, [Noted.queue])
    await desk.note('one')
    await desk.note('two')
    await eventually('both messages were attempted', async () => receiver.received.length >= 2)
    await eventually('the webhook is failing', async () => (await desk.read(id)).enEchecDepuis)
    const mailsBefore = (await mails()).length
    await shop.platform.db.pg.query(
      `update accounts.webhook set "enEchecDepuis" = now() - interval '72 hours' where id = $1`,
      [id],
    )
    await desk.makeDue(id)
    await eventually('the webhook is paused', async () => !(await desk.read(id)).actif)
    assert.equal((await desk.read(id)).suspenduPour, 'echecs')
    assert.equal((await mails()).length, mailsBefore + 1)

    receiver.answerWith(204)
    const { status, body } = await shop.call<WebhookView>('PATCH', `${PATH}/${id}`, { actif: true })
    assert.deepEqual([status, body.suspenduPour, body.enEchecDepuis], [200, null, null])
    await desk.makeDue(id)
    await eventually('both messages are delivered', async () =>
      (await desk.deliveries(id)).every(({ statut }) => statut === 'livree'),
    )
  })

  test('has a secret that is shown once and stored encrypted; the previous one also signs for a day', async () => {
    const receiver = await openReceiver()
    const made = await desk.make(receiver.url)
    assert.match(made.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const { body } = await shop.call<{ secret: string }>('POST', `${PATH}/${made.id}/secrets`)
    const storedText = JSON.stringify([
      await shop.platform.db.rows(sql`select * from accounts.webhook`),
      (await shop.call('GET', PATH)).body,
    ])
    for (const { secret } of [made, body]) assert.ok(!storedText.includes(secret))
    const next = async () => {
      const before = receiver.received.length
      await desk.attempt(made.id)
      const message = (await receiver.gets(before + 1))[before]
      assert.ok(message)
      return message
    }
    const both = await next()
    for (const webhook of [made, body]) verifyMessage(webhook, both)
    await shop.platform.db.pg.query(
      `update accounts.webhook set "ancienSecretJusquA" = now() - interval '1 second' where "ancienSecret" is not null`,
    )
    const one = await next()
    verifyMessage(body, one)
    assert.throws(() => verifyMessage(made, one), /No matching signature/)
  })

  test('can be verified with the code of docs/webhooks.md', async () => {
    const [, lines = ''] = /```js\n([\s\S]*?)```/.exec(await readFile('docs/webhooks.md', 'utf8')) ?? []
    const file = join(createTemporaryFolder('verify'), 'verify.mjs')
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

  test('is changed field by field, with If-Match and valid values only', async () => {
    const { url } = await openReceiver()
    const { id, updatedAt } = await desk.make(url, [Noted.queue])
    const change = (body: object, headers = {}) =>
      shop.call<WebhookView & { code: string }>('PATCH', `${PATH}/${id}`, body, headers)
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

  test('is deleted together with its deliveries', async () => {
    const receiver = await openReceiver()
    const { id } = await desk.make(receiver.url)
    await desk.attempt(id)
    await receiver.gets(1)
    const remove = async () => (await shop.call('DELETE', `${PATH}/${id}`)).status
    assert.deepEqual([await remove(), await remove()], [204, 404])
    assert.equal((await shop.call('GET', `${PATH}/${id}/livraisons`)).status, 404)
  })

  test('is refused when fifty exist', async () => {
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

  test('loses its messages about an erased customer, which a data export contains until then', async () => {
    const noted = (id: string, donnees: object) =>
      shop.platform.db.pg.query(
        `insert into accounts.evenement_webhook ("messageId", type, corps, "createdAt") values ($1, 'x', $2, now())`,
        [id, JSON.stringify({ type: 'x', timestamp: '', data: donnees })],
      )
    await noted('by-client', { clientId: 'CLI_ERASED', n: 1 })
    await noted('by-number', { clientId: '4242' })
    await noted('by-email', { courriel: 'Ada.Erased@example.org' })
    await noted('by-order', { ordre: { ordreId: 'CMD-ERASED' } })
    await noted('another-account', { clientId: '77' })
    await noted('another', { clientId: 'CLI_ERASED2', articleId: '4242', courriel: 'bob@example.org' })
    const person = {
      ...{ clientIds: ['CLI_ERASED'], userIds: [4242], numeros: [77], emails: ['ada.erased@example.org'] },
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
    assert.deepEqual((await left()).sort(), ['another', 'another-account'])
  })

  test('stores its deliveries for thirty days', async () => {
    await shop.platform.db.pg.query(`
      update accounts.evenement_webhook set "createdAt" = now() - interval '31 days' where type = 'x'`)
    const before = await shop.platform.db.rows(sql`select from accounts.evenement_webhook`)
    await shop.runSchedule('accounts.prune')
    const after = await shop.platform.db.rows(sql`select from accounts.evenement_webhook`)
    assert.equal(after.length, before.length - 2)
  })
})
