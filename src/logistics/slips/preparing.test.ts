import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import Type from 'typebox'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createReservationActions, linesOf, messageOf, wants } from '../../../test/support/reservations.ts'
import { orderToPrepare } from '../../orders/contract.ts'
import { eventKind } from '../../platform/events/event.ts'
import { restockReturn } from '../returns/restock-returns.ts'
import { prepareOrder } from './prepare-order.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics'] })
})
const { change, free, prepare, product, release, reserve, slipsOf } = createReservationActions(() => shop)

test('an order with numeric article IDs gets its slip', async () => {
  const id = await product(3)
  const body = { ...messageOf('of-numbers', []), articles: [{ id, nom: 'Écran', quantite: '2' }] }
  const { db, outbox } = shop.platform
  const fromOutside = eventKind(orderToPrepare.queue, Type.Unknown())
  await db.transaction(tx => outbox.publish(tx, fromOutside, body))

  const slip = await eventually('the order has a slip', async () => (await slipsOf('of-numbers'))[0])

  assert.deepEqual(slip.articles, [{ id: String(id), nom: 'Écran', quantite: 2, storeId: 1, manquant: 0 }])
})

test('goods that a store is sending while their order is cancelled are not restocked', async () => {
  const a = await product(2)
  await reserve('being-sent', wants([a, 2]))
  const slip = await prepare('being-sent', wants([a, 2]))
  const { pg } = shop.platform.db
  const sender = await pg.connect()
  await sender.query('begin')
  await sender.query(`update logistics.bordereau set statut = 'expedie' where id = $1`, [slip.id])

  let answered = false
  const cancelled = change('being-sent', { statut: 'annulee' }).finally(() => (answered = true))
  const waiting = 'select 1 from pg_stat_activity where datname = current_database() and wait_event_type = $1'
  await eventually(
    'the request waits for the lock',
    async () => answered || (await pg.query(waiting, ['Lock'])).rowCount !== 0,
  )
  await sender.query('commit')
  sender.release()

  assert.equal((await cancelled).body.statut, 'annulee')
  assert.deepEqual(await free(a), [0])
  assert.equal((await slipsOf('being-sent'))[0]?.statut, 'expedie')
})

test('the goods of a paid order leave the stock and appear once on the slip of their store, even if it is announced again', async () => {
  const [a, b] = [await product(5, 2), await product(1)]
  const articles = wants([a, 6], [b, 1], [888_888, 2])
  await reserve('paid', articles)

  const slip = await prepare('paid', articles)
  await prepare('paid', articles)
  const { db } = shop.platform
  const again = () => db.transaction(tx => prepareOrder(tx, shop.platform, messageOf('paid', articles)))
  await Promise.all([again(), again(), again()])

  const [, other, ...more] = await slipsOf('paid')
  assert.deepEqual(more, [])
  assert.partialDeepStrictEqual(slip, {
    ordreId: 'paid',
    clientId: 'CLI_0000ABCD',
    adresseLivraison: { ville: 'Lille' },
    statut: 'a_preparer',
  })
  assert.match(slip.numero, /^BL-\d{8}$/)
  assert.deepEqual(linesOf(slip), [
    [a, 5, 1, 0],
    [b, 1, 1, 0],
    [888_888, 2, null, 0],
  ])
  assert.deepEqual(other && linesOf(other), [[a, 1, 2, 0]])
  assert.deepEqual([await free(a), await free(b)], [[0, 1], [0]])
  assert.equal((await reserve('paid', articles)).status, 409)
  assert.equal((await release('paid')).status, 204)
  assert.deepEqual(await free(a), [0, 1])
})

test('a paid order whose reservation ended gets the free units; the rest is a shortage on its slip', async () => {
  const a = await product(3)
  await reserve('late', wants([a, 3]))
  await release('late')
  await reserve('faster', wants([a, 2]))

  const slip = await prepare('late', wants([a, 3]))

  assert.equal(slip.statut, 'incomplet')
  assert.deepEqual(linesOf(slip), [
    [a, 1, 1, 0],
    [a, 2, null, 2],
  ])
  assert.deepEqual(linesOf(await prepare('faster', wants([a, 2]))), [[a, 2, 1, 0]])
  assert.deepEqual(await free(a), [0])
})

test('goods found missing by a count come from another store, or else are a shortage', async () => {
  const a = await product(4, 1)
  await reserve('counted', wants([a, 4]))
  const count = (quantity: number) =>
    shop.call('PATCH', `/logistics/api/v1/privee/stocks/1/${a}`, { quantity })
  assert.partialDeepStrictEqual((await count(2)).body, { stock: 0, enStock: 2, reserve: 4 })

  const slip = await prepare('counted', wants([a, 4]))

  assert.deepEqual(linesOf(slip), [
    [a, 2, 1, 0],
    [a, 1, null, 1],
  ])
  const [, other] = await slipsOf('counted')
  assert.deepEqual(other && [other.statut, linesOf(other)], ['a_preparer', [[a, 1, 2, 0]]])
  assert.partialDeepStrictEqual((await count(0)).body, { stock: 0, enStock: 0, reserve: 0 })
})

test('an order without a reservation is prepared from free stock', async () => {
  const a = await product(2)
  assert.deepEqual(linesOf(await prepare('unreserved', wants([a, 1]))), [[a, 1, 1, 0]])
  assert.deepEqual(await free(a), [1])
})

test('a cancelled order restocks once the reserved or prepared goods, and its slip is cancelled', async () => {
  const a = await product(5, 5)
  await reserve('cancelled-early', wants([a, 5]))
  await reserve('cancelled-late', wants([a, 3]))
  await prepare('cancelled-late', wants([a, 3]))
  const cancel = (ordreId: string) => change(ordreId, { statut: 'annulee' })

  const answers = await Promise.all(
    ['cancelled-early', 'cancelled-early', 'cancelled-late', 'cancelled-late', 'cancelled-unknown'].map(
      cancel,
    ),
  )

  assert.deepEqual(
    answers.map(({ status, body }) => [status, body.statut]),
    Array(5).fill([200, 'annulee']),
  )
  assert.deepEqual(await free(a), [5, 5])
  // The message is delivered again.
  const { platform } = shop
  await platform.db.transaction(tx => prepareOrder(tx, platform, messageOf('cancelled-late', wants([a, 3]))))
  assert.deepEqual(
    (await slipsOf('cancelled-late')).map(({ statut }) => statut),
    ['annule'],
  )
  for (const ordreId of ['cancelled-early', 'cancelled-unknown']) {
    const slip = await prepare(ordreId, wants([a, 5]))
    assert.equal(slip.statut, 'annule')
    assert.deepEqual(linesOf(slip), [[a, 5, null, 0]])
    assert.equal((await reserve(ordreId, wants([a, 1]))).status, 409)
  }
  assert.deepEqual(await free(a), [5, 5])
})

test('goods of a cancelled order that were sent before are restocked when they return', async () => {
  const a = await product(2, 2)
  await prepare('sent-partly', wants([a, 4]))
  const [slip] = await slipsOf('sent-partly')
  const sent = await shop.call('PATCH', `/api/v1/privee/bordereaux/${slip!.id}`, { statut: 'expedie' })
  assert.equal(sent.status, 200)
  assert.equal((await change('sent-partly', { statut: 'annulee' })).status, 200)
  assert.deepEqual((await free(a)).toSorted(), [0, 2])
  const returned = { retourId: 7_001, ordreId: 'sent-partly', articles: wants([a, 4]), timestamp: 'now' }
  const { platform } = shop
  await platform.db.transaction(tx => restockReturn(tx, platform, returned))
  assert.deepEqual(await free(a), [2, 2])
  await platform.db.transaction(tx => restockReturn(tx, platform, returned))
  assert.deepEqual(await free(a), [2, 2])
})
