import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { Connection } from 'rabbitmq-client'
import { createClock, createRealClock } from '../../src/platform/clock.ts'
import { sql } from '../../src/platform/database/sql.ts'
import type { Redaction } from '../../src/platform/events/dead-letters/content.ts'
import { createDeadLetters } from '../../src/platform/events/dead-letters/dead-letters.ts'
import type { DeadLetter, Replay } from '../../src/platform/events/dead-letters/schemas.ts'
import { countDeadLetters } from '../../src/platform/events/dead-letters/store.ts'
import { Problem } from '../../src/platform/problem.ts'
import { createPruneSchedule } from '../../src/platform/prune.ts'
import { eventually } from '../support/eventually.ts'
import { GUARDED, KEYS } from '../support/guarded.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { defineProbe, Noted } from '../support/probe.ts'
import { rabbitUrl, withoutRabbit } from '../support/rabbit.ts'

const PATH = '/api/v1/privee/messages-refuses'
type List = { data: DeadLetter[]; total: number }

const listOf = async ({ call }: TestPlatform, query = '', at = '') =>
  (await call<List>('GET', `${at}${PATH}${query}`)).body
const announce = ({ call }: TestPlatform, text: string) => call('POST', '/api/publique/notes', { text })
const requeue = ({ call }: TestPlatform, id: number) =>
  call<Replay & { code: string }>('POST', `${PATH}/${id}/reprises`)

/** Waits until there are `total` dead letters, and returns the newest. */
const untilDeadLetter = (shop: TestPlatform, total = 1) =>
  eventually('the message is a dead letter', async () => {
    const list = await listOf(shop)
    return list.total === total && list.data[0]
  })

for (const [where, amqp] of [
  ['in the process', false],
  ['over RabbitMQ', true],
] as const)
  describe(where, { skip: amqp && withoutRabbit }, () => {
    let shop: TestPlatform
    let fault: Error | undefined
    const consumed: string[] = []
    before(async () => {
      shop = await openPlatform({
        amqp,
        areas: [
          defineProbe({
            onNoted: async (tx, { text }) => {
              if (fault) throw fault
              tx.afterCommit(() => consumed.push(text))
            },
          }),
        ],
      })
    })
    after(() => shop.close())
    /** Sends a message that is rejected, and returns its dead letter. */
    async function refused(text: string, reason = 'Nobody wants it') {
      fault = new Problem(422, 'valeur-refusee', reason)
      const { total } = await listOf(shop)
      await announce(shop, text)
      return untilDeadLetter(shop, total + 1)
    }

    test('a rejected message is listed with its reason, readable with its body, and takes effect once when redelivered', async () => {
      const before = await refused('mended later')
      const { data, total } = await listOf(shop, `?file=${Noted.queue}`, '/probe')
      assert.deepEqual([total, data[0]?.id], [1, before.id])
      assert.partialDeepStrictEqual(before, {
        ...{ file: Noted.queue, domaine: 'probe', motif: 'Nobody wants it', fois: 1, integrite: 'entier' },
      })
      assert.equal((await listOf(shop, '?file=another')).total, 0)
      const { body, headers } = await shop.call<{ corps: string }>('GET', `${PATH}/${before.id}`)
      assert.equal(JSON.parse(body.corps).text, 'mended later')
      assert.equal(headers['cache-control'], 'no-store')

      fault = undefined
      const answers = await Promise.all(Array.from({ length: 20 }, () => requeue(shop, before.id)))
      assert.deepEqual(
        answers.filter(({ status }) => status === 200).map(answer => answer.body),
        [{ resultat: 'pris', motif: null }],
      )
      assert.ok(answers.every(({ status }) => [200, 404, 409].includes(status)))
      assert.deepEqual(consumed, ['mended later'])
      assert.equal((await listOf(shop)).total, 0)
      assert.equal((await requeue(shop, before.id)).status, 404)
    })

    test('a redelivered message that is rejected again updates its dead letter; during an outage it stays unchanged', async () => {
      const { id, messageId } = await refused('never mended')
      fault = new Problem(404, 'inconnu', 'Another reason')
      assert.deepEqual((await requeue(shop, id)).body, { resultat: 'refuse', motif: 'Another reason' })
      const again = async () => (await listOf(shop)).data.find(each => each.id === id)
      assert.partialDeepStrictEqual(await again(), { messageId, fois: 2, motif: 'Another reason' })

      fault = new Problem(503, 'service-indisponible', 'away')
      assert.equal((await requeue(shop, id)).status, 503)
      assert.partialDeepStrictEqual(await again(), { fois: 2, motif: 'Another reason' })
      assert.equal((await shop.call('DELETE', `${PATH}/${id}`)).status, 204)
    })

    test('a dropped dead letter is deleted permanently', async () => {
      const { id } = await refused('dropped')
      const drops = await Promise.all([1, 2, 3].map(() => shop.call('DELETE', `${PATH}/${id}`)))
      assert.deepEqual(drops.map(({ status }) => status).sort(), [204, 404, 404])
      for (const path of [`${PATH}/${id}`, `${PATH}/999999`])
        assert.equal((await shop.call<{ code: string }>('GET', path)).body.code, 'message-inconnu')
      assert.equal((await listOf(shop)).total, 0)
    })

    test('redelivering a message that was consumed meanwhile has no second effect', async () => {
      const { id, messageId, file } = await refused('taken meanwhile')
      fault = undefined
      await shop.platform.db.transaction(tx =>
        tx.run(sql`insert into platform.inbox values (${file}, ${messageId}, '2026-01-01')`),
      )
      assert.equal((await requeue(shop, id)).body.resultat, 'deja-pris')
      assert.equal(consumed.includes('taken meanwhile'), false)
      assert.equal((await listOf(shop)).total, 0)
    })
  })

test('a message delivered and rejected repeatedly is stored once, with or without an id; invalid JSON is stored as text', {
  skip: withoutRabbit,
}, async () => {
  const consumed: string[] = []
  const onNoted = async (_tx: unknown, { text }: { text: string }) => consumed.push(text)
  const shop = await openPlatform({ amqp: true, areas: [defineProbe({ onNoted })] })
  await announce(shop, 'ready')
  await eventually('the consumer listens', async () => consumed.length > 0)
  const outside = new Connection(rabbitUrl)
  const publisher = outside.createPublisher({ confirm: true })
  const send = (body: unknown, messageId?: string) =>
    publisher.send({ routingKey: Noted.queue, ...(messageId && { messageId }) }, body)
  try {
    const messageId = randomUUID()
    for (let i = 0; i < 3; i++) {
      await send({ text: '', at: 1 }, messageId)
      await send({ text: '', at: 2 })
    }
    await send({ text: '', at: 3 }, messageId)
    await send(Buffer.from('not JSON'), 'a\0b')
    const { data } = await eventually('all messages are dead letters', async () => {
      const list = await listOf(shop)
      return list.total === 4 && list.data.reduce((sum, { fois }) => sum + fois, 0) === 8 && list
    })
    assert.deepEqual(
      data.map(({ fois, integrite, messageId }) => [fois, integrite, messageId.slice(0, 8)]).sort(),
      [
        [1, 'entier', messageId.slice(0, 8)],
        [1, 'masque', 'ab'],
        [3, 'entier', messageId.slice(0, 8)],
        [3, 'entier', 'sans-id-'],
      ].sort(),
    )
  } finally {
    await publisher.close()
    await outside.close()
    await shop.close()
  }
})

describe('stored dead letters', () => {
  let shop: TestPlatform
  const QUEUE = Noted.queue
  const screens: Redaction[] = [{ fields: ['code'], mask: text => text.replaceAll('4242', '••••') }]
  const clock = createRealClock()
  const room = { nombre: 5, octets: 5_000 }
  const addDeadLetter = (body: unknown, id: string = randomUUID(), bytes?: Buffer) => {
    const { db, log } = shop.platform
    const deadLetters = createDeadLetters({ clock, log, secret: 'secret', screens, room })
    const message = { id, queue: QUEUE, requestId: 'r', body, ...(bytes && { bytes }) }
    return db.transaction(tx => deadLetters.add(tx, QUEUE, [{ message, reason: 'No 4242' }]))
  }
  const deadLetterRows = () =>
    shop.platform.db.rows(
      sql<{ corps: string; integrite: string; motif: string }>`
        select corps, integrite, motif from platform.refus order by id`,
    )
  const clear = () =>
    shop.platform.db.transaction(async tx => {
      await tx.run(sql`truncate platform.refus, platform.file_refusee`)
    })
  before(async () => {
    shop = await openPlatform({ areas: [defineProbe({ onNoted: async () => {} })], started: false })
  })

  test('contain no protected fields or numbers, and a message without them cannot be redelivered', async () => {
    await clear()
    await addDeadLetter({ text: 'x', code: '739', at: 4242 })
    assert.deepEqual(await deadLetterRows(), [
      { corps: '{"text":"x","at":••••}', integrite: 'masque', motif: 'No ••••' },
    ])
    const { id } = (await listOf(shop)).data[0]!
    const { status, body } = await requeue(shop, id)
    assert.deepEqual([status, body.code], [409, 'message-incomplet'])
  })

  test('contain the displayable part of messages that are invalid JSON, unstorable or too long', async () => {
    await clear()
    const bytes = Buffer.from('\0{"a":'.repeat(20_000))
    const tooDeep = JSON.parse(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)
    for (const [body, bytes_, integrity] of [
      [undefined, Buffer.from('{"a":4242'), 'illisible'],
      [undefined, bytes, 'illisible'],
      [undefined, Buffer.from([0xff, 0xfe, 0]), 'illisible'],
      [{ text: '\0\ud800' }, undefined, 'entier'],
      [tooDeep, undefined, undefined],
      [{ text: 'é'.repeat(600_000) }, undefined, 'tronque'],
    ] as const) {
      await clear()
      const { db, log } = shop.platform
      const deadLetters = createDeadLetters({ clock, log, secret: 'secret', screens })
      const message = { id: 'm', queue: QUEUE, requestId: 'r', body, ...(bytes_ && { bytes: bytes_ }) }
      await db.transaction(tx => deadLetters.add(tx, QUEUE, [{ message, reason: 'x\0' }]))
      const [row] = await deadLetterRows()
      if (integrity) assert.equal(row?.integrite, integrity)
      assert.ok(Buffer.byteLength(row?.corps ?? '') <= 64 * 1024 * 3)
    }
  })

  test('replace the oldest of their own queue above a limit of number and bytes, and the number of replaced ones is reported', async () => {
    await clear()
    const texts = async () => (await deadLetterRows()).map(({ corps }) => JSON.parse(corps).text[0]).join('')
    for (const text of 'abcdefgh') await addDeadLetter({ text })
    assert.equal(await texts(), 'defgh')
    await addDeadLetter({ text: 'i'.repeat(4_970) })
    assert.equal(await texts(), 'hi')
    const { db } = shop.platform
    assert.deepEqual(await countDeadLetters(db, [QUEUE]), { total: 2, ecartes: 7 })
    const state = await shop.call<{ refus: { total: number; ecartes: number } }>(
      'GET',
      '/api/v1/privee/etat-du-systeme',
    )
    assert.partialDeepStrictEqual(state.body.refus, { total: 2, ecartes: 7 })
  })

  test('exceed the limit of their queue by a hundredth at most', async () => {
    await clear()
    const { db, log } = shop.platform
    const room = { nombre: 200, octets: 1_000_000 }
    const deadLetters = createDeadLetters({ clock, log, secret: 'secret', screens, room })
    const numbers: number[] = []
    for (let i = 0; i < 206; i++) {
      const message = { id: randomUUID(), queue: QUEUE, requestId: 'r', body: i }
      await db.transaction(tx => deadLetters.add(tx, QUEUE, [{ message, reason: 'No' }]))
      numbers.push((await countDeadLetters(db, [QUEUE])).total)
    }
    assert.equal(Math.max(...numbers), 201)
    assert.ok(numbers.slice(200).includes(200))
  })

  test('are deleted thirty days after their last rejection', async () => {
    await clear()
    await addDeadLetter({ text: 'a' })
    const { db } = shop.platform
    const after = (days: number) => {
      const now = new Date()
      const time = new Date(now.getTime() + days * 86_400_000)
      return createPruneSchedule({ db, clock: createClock({ real: now, time, multiplier: 1 }) }).run()
    }
    await after(29.9)
    assert.deepEqual(await countDeadLetters(db, [QUEUE]), { total: 1, ecartes: 0 })
    await after(30.1)
    assert.deepEqual(
      [(await deadLetterRows()).length, await countDeadLetters(db, [QUEUE])],
      [0, { total: 0, ecartes: 0 }],
    )
  })
})

test('only administrators can access dead letters, and the audit trail records their actions', async () => {
  const shop = await openPlatform({
    ...{ areas: [defineProbe({ onNoted: async () => {} })], elsewhere: [], settings: GUARDED },
  })
  const { db, outbox } = shop.platform
  await db.transaction(tx => outbox.publish(tx, Noted, { text: '', at: 1 }))
  const list = (headers?: Record<string, string>) => shop.call<List>('GET', PATH, undefined, headers)
  const { id } = await eventually(
    'the message is a dead letter',
    async () => (await list(KEYS.admin)).body.data[0],
  )
  for (const [method, path] of [
    ['GET', PATH],
    ['GET', `${PATH}/${id}`],
    ['POST', `${PATH}/${id}/reprises`],
    ['DELETE', `/probe${PATH}/${id}`],
  ] as const) {
    assert.equal((await shop.call(method, path)).status, 401)
    assert.equal((await shop.call(method, path, undefined, KEYS.peer)).status, 403)
  }
  const { body } = await shop.call('POST', `${PATH}/${id}/reprises`, undefined, KEYS.admin)
  assert.partialDeepStrictEqual(body, { resultat: 'refuse' })
  assert.equal((await shop.call('DELETE', `${PATH}/${id}`, undefined, KEYS.admin)).status, 204)
  const trail = await db.rows(
    sql`select domaine, operation, enregistrement, resultat from platform.audit where resultat = 'fait' order by id`,
  )
  assert.deepEqual(trail, [
    // The first use of each of the two keys is recorded, too.
    ...Array(2).fill({
      domaine: 'probe',
      operation: 'useKey',
      enregistrement: '127.0.0.1',
      resultat: 'fait',
    }),
    { domaine: 'probe', operation: 'giveMessageBack', enregistrement: String(id), resultat: 'fait' },
    { domaine: 'probe', operation: 'dropRefusedMessage', enregistrement: String(id), resultat: 'fait' },
  ])
  await shop.close()
})
