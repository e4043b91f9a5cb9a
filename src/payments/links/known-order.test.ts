import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import {
  ACCEPTED,
  cardPayment,
  createPaymentActions,
  type Detail,
  REFUSED,
} from '../../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'

let shop: TestPlatform
let storeId: number
const { pay, paid, ended } = createPaymentActions(() => shop)
before(async () => {
  shop = await openPlatform({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0' } })
  storeId = (await createShopActions(shop).store()).id
})

/** Creates an order of €20 for the last two units of a product. */
async function lastTwo() {
  const { id } = await createShopActions(shop).product()
  await createShopActions(shop).stock(storeId, id, 2)
  const place = () => createShopActions(shop).place([{ id, quantite: 2, prixUnitaireCents: 1000 }])
  const { status, body } = await place()
  assert.equal(status, 201, JSON.stringify(body))
  return { orderId: body.ordreId, productId: id, place }
}

const link = (body: object) =>
  shop.call<{ paymentUrl: string; message: string }>('POST', '/api/publique/interface-paiement', {
    customerEmail: 'ada@example.org',
    returnUrl: 'https://boutique.example/',
    ...body,
  })

const ofOrder = async (orderId: string) =>
  (await shop.call<{ data: Detail[] }>('GET', `/api/private/transactions?orderId=${orderId}`)).body.data

async function payOnPage(paymentUrl: string) {
  const url = new URL(paymentUrl).pathname
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec((await shop.server.inject({ url })).body) ?? []
  return shop.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({
      csrf,
      cardNumber: ACCEPTED,
      expirationDate: '12/40',
      cvc: '739',
      cardHolderName: 'Ada',
    }).toString(),
  })
}

test('a known order can only be paid at its total in euros', async () => {
  const { orderId } = await lastTwo()
  for (const montant of [19.99, 20.01, 2000]) {
    assert.equal((await pay({ orderId, montant })).status, 422)
    const { status, body } = await link({ orderId, amount: montant })
    assert.equal(status, 422)
    assert.partialDeepStrictEqual(body as unknown, { code: 'montant-different', attendu: 20 })
  }
  const dollars = { ...cardPayment({ orderId, montant: 20 }), devise: 'USD' }
  assert.equal((await shop.call('POST', '/api/private/create_paiement', dollars)).status, 422)
  assert.equal((await link({ orderId, amount: 20, currency: 'usd' })).status, 422)
  assert.deepEqual(await ofOrder(orderId), [])
})

test('an order paid on the page is linked to its customer and confirmed automatically', async () => {
  const { orderId } = await lastTwo()
  const { status, body } = await link({ orderId, amount: '20.00' })
  assert.equal(status, 201)

  assert.equal((await payOnPage(body.paymentUrl)).statusCode, 303)
  const [payment] = await ofOrder(orderId)
  assert.equal(payment!.clientId, 'CLI_0A1B2C3D')
  const order = await eventually('the order is confirmed', async () => {
    const read = await createShopActions(shop).read(orderId)
    return read.transactionId !== null && read
  })
  assert.equal(order.transactionId, String(payment!.id))
  assert.equal((await link({ orderId, amount: 20 })).status, 409)
  assert.equal((await pay({ orderId, montant: 20 })).status, 409)
})

test('twenty concurrent payments and pages result in one payment', async () => {
  const { orderId } = await lastTwo()
  const links = await Promise.all(Array.from({ length: 10 }, () => link({ orderId, amount: 20 })))
  const [calls, pages] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => pay({ orderId, montant: 20 }))),
    Promise.all(links.map(({ body }) => payOnPage(body.paymentUrl))),
  ])

  assert.ok(calls.every(({ status }) => status === 201 || status === 409))
  assert.ok(pages.every(({ statusCode }) => [303, 403, 409].includes(statusCode)))
  assert.equal((await ofOrder(orderId)).length, 1)
})

test('an order whose goods were sold in the meantime cannot be paid: 409, and an explanation on its page', async () => {
  const { orderId, productId, place } = await lastTwo()
  const { body } = await link({ orderId, amount: 20 })
  await ended(await paid({ orderId, montant: 20, cardNumber: REFUSED }))
  await eventually(
    'the goods are released',
    async () => (await createShopActions(shop).left(productId)) === 2,
  )
  assert.equal((await place()).status, 201)

  assert.equal((await pay({ orderId, montant: 20 })).status, 409)
  assert.equal((await link({ orderId, amount: 20 })).status, 409)
  const page = await payOnPage(body.paymentUrl)
  assert.equal(page.statusCode, 409)
  assert.match(page.body, /n’est plus disponible/)
  assert.equal((await ofOrder(orderId)).length, 1)
})

test('a cancelled order cannot be paid', async () => {
  const { orderId } = await lastTwo()
  await shop.call('PATCH', `/api/commandes/${orderId}/statut`, { nouveauStatut: 'ANNULEE' })
  assert.equal((await pay({ orderId, montant: 20 })).status, 409)
  assert.equal((await link({ orderId, amount: 20 })).status, 409)
})
