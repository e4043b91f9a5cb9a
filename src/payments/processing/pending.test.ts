import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createPaymentActions, foreignOrder, REFUSED } from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import type { Context } from '../context.ts'
import { createContext } from '../open.ts'
import { processPayment } from './process-payment.ts'
import { expirePayments, recoverPayments } from './recover-payments.ts'

/** Background work is not started, so that payments stay pending and messages stay in the outbox. */
let shop: TestPlatform
const { paid, pay, read, announced } = createPaymentActions(() => shop)
before(async () => {
  shop = await openPlatform({ only: ['payments', 'orders'], started: false })
})

const later = (minutes: number): Context => {
  const { clock } = shop.platform
  const now = () => new Date(clock.now().getTime() + minutes * 60_000)
  return createContext({ ...shop.platform, clock: { ...clock, now } })
}

describe('a pending payment', () => {
  test('is processed once, even if its job, the recovery and a second run are concurrent', async () => {
    const id = await paid()
    const context = later(3)

    await Promise.all([
      ...Array.from({ length: 8 }, () => processPayment(context, id)),
      recoverPayments(context),
      recoverPayments(context),
    ])

    assert.equal((await read(id)).status, 'accepte')
    assert.deepEqual(await announced(id), ['en_attente', 'accepte'])
  })

  test('keeps its final status: no later run changes or announces it again', async () => {
    const id = await paid({ cardNumber: REFUSED })
    await processPayment(later(0), id)
    await processPayment(later(1), id)
    await recoverPayments(later(60))
    await expirePayments(later(48 * 60))

    assert.equal((await read(id)).status, 'refuse')
    assert.deepEqual(await announced(id), ['en_attente', 'refuse'])
  })

  test('is recovered after two minutes, even after one whose recovery fails', async () => {
    const [unreadable, id] = [await paid(), await paid({ cardNumber: REFUSED })]
    await shop.platform.db.pg.query(`update payments.transaction set carte = 'gone.AAAA' where id = $1`, [
      unreadable,
    ])

    await recoverPayments(later(1.9))
    assert.deepEqual(await announced(id), ['en_attente'])
    await recoverPayments(later(2.1))
    assert.deepEqual(await announced(id), ['en_attente', 'refuse'])
    assert.deepEqual(await announced(unreadable), ['en_attente'])

    await expirePayments(later(25 * 60))
    assert.deepEqual(await announced(unreadable), ['en_attente', 'annule'])
    await shop.platform.db.pg.query('delete from payments.transaction where id = $1', [unreadable])
  })

  test('is cancelled at midnight once it is older than 24 hours, in any number', async () => {
    const ids = await Promise.all(Array.from({ length: 120 }, () => paid()))

    await expirePayments(later(23.9 * 60))
    assert.equal((await read(ids[0]!)).status, 'en_attente')
    await Promise.all([expirePayments(later(24.1 * 60)), expirePayments(later(24.1 * 60))])

    for (const id of ids) assert.deepEqual(await announced(id), ['en_attente', 'annule'])
  })

  test('stays pending at midnight if its provider, which may still charge it, is no longer configured', async () => {
    const id = await paid()
    const name = (provider: string) =>
      shop.platform.db.pg.query('update payments.transaction set provider = $1 where id = $2', [provider, id])
    await name('removed')
    await expirePayments(later(25 * 60))
    assert.equal((await read(id)).status, 'en_attente')
    await name('simule')
    await expirePayments(later(25 * 60))
    assert.equal((await read(id)).status, 'annule')
  })

  test('can be cancelled by its customer while it is pending, only with its order', async () => {
    const orderId = foreignOrder()
    const id = await paid({ orderId })
    const cancel = (body: object, of = id) =>
      shop.call<{ status: string }>('PATCH', `/api/v1/publique/transactions/${of}`, body)

    assert.equal((await cancel({ status: 'annule', orderId: foreignOrder() })).status, 422)
    assert.equal((await cancel({ status: 'annule' })).status, 422)
    assert.equal((await cancel({ status: 'accepte', orderId })).status, 400)
    assert.equal((await cancel({ status: 'annule', orderId }, 999_999)).status, 404)
    const answers = await Promise.all(Array.from({ length: 5 }, () => cancel({ status: 'annule', orderId })))
    await processPayment(later(1), id)

    assert.deepEqual(answers.map(answer => answer.status).sort(), [200, 409, 409, 409, 409])
    assert.partialDeepStrictEqual(answers.find(answer => answer.status === 200)?.body, {
      transactionId: id,
      status: 'annule',
      orderId,
    })
    assert.deepEqual(await announced(id), ['en_attente', 'annule'])
    assert.equal((await read(await paid({ orderId }))).status, 'en_attente')
  })

  test('made concurrently with twenty-nine others is stored and announced separately, with one job each', async () => {
    const contested = foreignOrder()
    const orders = Array.from({ length: 30 }, (_, i) => (i % 5 === 0 ? contested : foreignOrder()))
    const answers = await Promise.all(
      orders.map((orderId, i) => pay({ orderId, clientId: i + 1, montant: i + 1 })),
    )

    const stored = answers.filter(({ status }) => status === 201)
    assert.equal(stored.length, 25)
    assert.equal(answers.filter(({ status }) => status === 409).length, 5)
    for (const [i, { status, body }] of answers.entries()) {
      if (status !== 201) continue
      const { transactionId: id, clientId } = body.response
      assert.equal(clientId, String(i + 1))
      assert.partialDeepStrictEqual(await read(id), {
        orderId: orders[i],
        montant: i + 1,
        clientId: String(i + 1),
      })
      assert.deepEqual(await announced(id), ['en_attente'])
      const jobs = await shop.platform.db.pg.query(
        `select from graphile_worker._private_jobs where payload->>'id' = $1`,
        [String(id)],
      )
      assert.equal(jobs.rowCount, 1)
    }
  })

  test('is announced in the transaction that stores it, with its order and customer', async () => {
    const orderId = foreignOrder()
    const id = await paid({ orderId, clientId: 42 })
    const { rows } = await shop.platform.db.pg.query(
      `select body from platform.outbox where body->>'transactionId' = $1`,
      [String(id)],
    )
    assert.equal(rows.length, 1)
    const { timestamp, ...body } = rows[0].body
    assert.deepEqual(body, {
      transactionId: id,
      orderId,
      status: 'en_attente',
      clientId: '42',
      montant: 12.34,
    })
    assert.ok(!Number.isNaN(Date.parse(timestamp)))
  })
})
