import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type Headers, NOBODY, openWithCallers, registerCustomer } from '../../test/support/callers.ts'
import { KEYS } from '../../test/support/guarded.ts'
import { card, extractCsrf } from '../../test/support/payment-page.ts'
import { type CreatedPayment, cardPayment, type Detail, foreignOrder } from '../../test/support/payments.ts'
import type { TestPlatform } from '../../test/support/platform.ts'
import { createShopActions } from '../../test/support/shopping.ts'
import { createContext } from './open.ts'
import { processPayment } from './processing/process-payment.ts'

type Customer = Awaited<ReturnType<typeof registerCustomer>>
type Status = { authorizationId: string | null; orderId: string | null }

let shop: TestPlatform
let keys: Awaited<ReturnType<typeof openWithCallers>>['keys']
let ada: Customer
let eve: Customer
let line: { id: number; quantite: number; prixUnitaireCents: number }

before(async () => {
  ;({ shop, keys } = await openWithCallers({ COMPTOIR_PAYMENT_DELAY_MS: '3600000' }))
  ada = await registerCustomer(shop, KEYS.admin)
  eve = await registerCustomer(shop, KEYS.admin)
  const { id } = await createShopActions(shop, KEYS.admin['x-api-key']).product()
  line = { id, quantite: 1, prixUnitaireCents: 1000 }
  await saveCard(ada)
})

/** Creates an order of €10. */
async function ordered(clientId: unknown, headers: Headers = NOBODY) {
  const { status, body } = await createShopActions(shop).place([line], { clientId }, headers)
  assert.equal(status, 201, JSON.stringify(body))
  return body.ordreId
}

/** Creates a payment link and returns the path of its page. */
async function linked(wanted: object, headers: Headers, url = '/api/publique/paiement/interface-paiement') {
  const link = { amount: 10, returnUrl: 'https://boutique.example/', ...wanted }
  const { status, body } = await shop.call<{ redirectUrl: string }>('POST', url, link, headers)
  assert.equal(status, 201, JSON.stringify(body))
  return new URL(body.redirectUrl).pathname
}

const get = async (url: string) => (await shop.server.inject({ method: 'GET', url })).body
const post = (url: string, fields: Record<string, string>) =>
  shop.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  })

const offered = (text: string) => /name="carte" value="(\d+)"/.exec(text)?.[1]
const offers = async (wanted: object, headers: Headers, url?: string) =>
  offered(await get(await linked(wanted, headers, url))) !== undefined

/** Processes the latest payment of an order and returns the ID of the payment. */
async function settled(orderId: string) {
  const url = `/api/private/transactions?orderId=${orderId}`
  const { body } = await shop.call<{ data: Detail[] }>('GET', url, undefined, KEYS.admin)
  const { id } = body.data.at(-1)!
  await processPayment(createContext(shop.platform), id)
  return id
}

/** Pays as the customer and saves the card. */
async function saveCard(customer: Customer) {
  const orderId = foreignOrder()
  const path = await linked({ orderId, client: { id: customer.clientId } }, customer.bearer)
  await post(path, { csrf: extractCsrf(await get(path)), ...card(), garder: '1' })
  await settled(orderId)
  assert.ok(await offers({ client: { id: customer.clientId } }, customer.bearer), 'the card is saved')
}

/** The callers, and whether each may act for Ada or merely names her. */
const callers = (): [string, Headers, boolean][] => [
  ['nobody', NOBODY, false],
  ['another customer', eve.bearer, false],
  ['a key that speaks for nobody', keys.catalogue, false],
  ['the customer', ada.bearer, true],
  ['the shop', keys.shop, true],
  ['a till', keys.till, true],
  ['staff', keys.staff, true],
]

test('a link requested with an invalid token is refused and extends no reservation', async () => {
  const { store, stock } = createShopActions(shop, KEYS.admin['x-api-key'])
  await stock((await store()).id, line.id, 5_000)
  const customer = await registerCustomer(shop, KEYS.admin)
  const orderId = await ordered(customer.clientId, customer.bearer)
  const reservations = async () =>
    (await shop.platform.db.pg.query('select * from logistics.reservation where "ordreId" = $1', [orderId]))
      .rows
  const before = await reservations()
  assert.equal(before.length, 1)

  assert.equal((await shop.call('POST', '/api/auth/logout', undefined, customer.bearer)).status, 200)
  const url = '/api/publique/paiement/interface-paiement'
  const link = { amount: 10, orderId, returnUrl: 'https://boutique.example/' }
  assert.equal((await shop.call('POST', url, link, customer.bearer)).status, 401)

  assert.deepEqual(await reservations(), before)
})

describe('saved cards', () => {
  test('of a customer are neither offered nor charged for an order placed in her name by a stranger, even if the shop requests the link', async () => {
    const orderId = await ordered(ada.userId)
    const path = await linked(
      { orderId, client: { id: ada.clientId, clientFideliseId: ada.numero } },
      keys.shop,
    )
    const text = await get(path)
    assert.equal(offered(text), undefined)
    assert.doesNotMatch(text, /name="garder"/)

    const own = offered(await get(await linked({ client: { id: ada.clientId } }, ada.bearer)))
    const refused = await post(path, { csrf: extractCsrf(text), carte: own! })
    assert.equal(refused.statusCode, 404)
    await post(`${path}/cartes/${own}/retrait`, { csrf: extractCsrf(text) })
    assert.ok(await offers({ client: { id: ada.clientId } }, ada.bearer), 'her card still exists')
  })

  test('are offered by a link if its caller may act for the customer, by any of their IDs', async () => {
    for (const client of [{ id: ada.clientId }, { id: ada.userId }, { clientFideliseId: ada.numero }])
      for (const [who, headers, proven] of callers())
        for (const url of [
          '/api/publique/paiement/interface-paiement',
          '/api/publique/interface-paiement',
          '/orders/api/publique/interface-paiement',
        ])
          assert.equal(
            await offers({ client }, headers, url),
            proven,
            `${who} ${JSON.stringify(client)} ${url}`,
          )
  })

  test('are offered for an order if both its placer and the caller of the link may act for the customer', async () => {
    for (const [placer, placing, placedByProven] of callers()) {
      if (placing === eve.bearer) continue
      const orderId = await ordered(ada.clientId, placing)
      for (const [who, headers, proven] of callers())
        for (const client of [undefined, { id: ada.userId }])
          assert.equal(
            await offers({ orderId, client }, headers),
            placedByProven && proven,
            `${placer} orders, ${who} requests the link`,
          )
    }
  })

  test('of another customer than that of the order are not offered to any caller', async () => {
    const orderId = await ordered(eve.clientId, eve.bearer)
    for (const client of [
      { id: ada.clientId },
      { clientFideliseId: ada.numero },
      { id: eve.clientId, clientFideliseId: ada.numero },
    ])
      for (const [who, headers] of callers())
        assert.equal(await offers({ orderId, client }, headers), false, who)
  })

  test('are not created for a customer who is merely named', async () => {
    const orderId = foreignOrder()
    const path = await linked({ orderId, client: { id: eve.clientId } }, NOBODY)
    await post(path, { csrf: extractCsrf(await get(path)), ...card(), garder: '1' })
    await settled(orderId)
    const claimed = await ordered(eve.userId)
    const payment = {
      ...cardPayment({ clientId: eve.clientId, orderId: claimed, montant: 10 }),
      savePaymentMethod: true,
    }
    for (const fidelise of [0, eve.numero]) {
      const { status } = await shop.call(
        'POST',
        '/api/private/create_paiement',
        { ...payment, fidelise },
        keys.shop,
      )
      assert.equal(status, fidelise === 0 ? 201 : 409)
    }
    await settled(claimed)

    const cards = await shop.call('GET', `/api/private/clients-card/${eve.numero}`, undefined, keys.shop)
    assert.deepEqual(cards.body, [])
  })
})

describe('a transaction', () => {
  const listOf = async ({ clientId }: Customer, headers: Headers) =>
    (
      await shop.call<Detail[]>('GET', `/api/publique/transactions/client/${clientId}`, undefined, headers)
    ).body.map(({ id }) => id)
  const statusOf = async (id: number, headers: Headers) =>
    (await shop.call<Status>('GET', `/api/publique/transaction-status/${id}`, undefined, headers)).body

  /** Pays on the page of a new link and returns the ID of the payment. */
  async function paid(orderId: string, wanted: object, headers: Headers) {
    const path = await linked({ orderId, ...wanted }, headers)
    await post(path, { csrf: extractCsrf(await get(path)), ...card() })
    return settled(orderId)
  }

  test("of an order placed by a stranger in a customer's name is not visible to that customer", async () => {
    const bob = await registerCustomer(shop, KEYS.admin)
    const named = { client: { id: bob.clientId } }
    const claims = [
      await paid(await ordered(bob.userId), named, keys.shop),
      await paid(foreignOrder(), named, NOBODY),
      await paid(await ordered(ada.clientId, ada.bearer), named, keys.shop),
    ]
    const own = [
      await paid(await ordered(bob.userId, bob.bearer), {}, NOBODY),
      await paid(foreignOrder(), named, bob.bearer),
      await paid(foreignOrder(), named, keys.shop),
    ]
    const [first] = own
    const refund = { transactionId: first, montant: 1 }
    const { body } = await shop.call<{ refundId: number }>('POST', '/api/publique/refund', refund, keys.staff)

    assert.deepEqual(await listOf(bob, bob.bearer), [...own, Number(body.refundId)])
    assert.deepEqual(await listOf(bob, keys.shop), [...claims, ...own, Number(body.refundId)])
    for (const id of claims) {
      const url = `/api/publique/transactions/${id}`
      assert.equal((await shop.call('GET', url, undefined, bob.bearer)).status, 403)
      assert.equal((await shop.call('GET', url, undefined, keys.shop)).status, 200)
      assert.equal((await statusOf(id, bob.bearer)).orderId, null)
    }
  })

  test('of a payment intent is visible to the customer only if their order is, even if a key created the intent', async () => {
    const bob = await registerCustomer(shop, KEYS.admin)
    const byWallet = async (orderId: string) => {
      const intent = { amount: 1000, clientId: bob.clientId, orderId }
      const url = '/api/private/provider/create-payment-intent'
      const { body } = await shop.call<{ paymentIntentId: string; clientSecret: string }>(
        'POST',
        url,
        intent,
        keys.shop,
      )
      const { paymentIntentId, clientSecret } = body
      const { cb } = cardPayment().moyenPaiement
      const paying = `/api/v1/publique/intentions-paiement/${paymentIntentId}`
      const paid = await shop.call<object>('PATCH', paying, { clientSecret, cb })
      assert.equal(paid.status, 200)
      assert.ok(!('orderId' in paid.body), 'the order is not disclosed')
      return settled(orderId)
    }
    await byWallet(await ordered(bob.userId))
    await byWallet(await ordered(eve.clientId, eve.bearer))
    const own = await byWallet(await ordered(bob.clientId, bob.bearer))
    assert.deepEqual(await listOf(bob, bob.bearer), [own])
  })

  test('paid with a key is visible only to the customer of its order, if the order is', async () => {
    const bob = await registerCustomer(shop, KEYS.admin)
    const pay = async (orderId: string, clientId: string | number) => {
      const body = cardPayment({ clientId, orderId, montant: 10 })
      const { body: made } = await shop.call<CreatedPayment>(
        'POST',
        '/api/private/create_paiement',
        body,
        keys.shop,
      )
      return made.response.transactionId
    }
    await pay(await ordered(bob.clientId), bob.clientId)
    await pay(await ordered(ada.clientId, ada.bearer), bob.clientId)
    const own = await pay(await ordered(bob.clientId, bob.bearer), bob.userId)
    assert.deepEqual(await listOf(bob, bob.bearer), [own])
  })

  test('shows its order and authorization only to its customer and key holders, because IDs are sequential', async () => {
    const orderId = await ordered(ada.clientId, ada.bearer)
    const id = await paid(orderId, {}, ada.bearer)
    for (const [who, headers] of callers()) {
      const isDisclosed = headers !== NOBODY && headers !== eve.bearer
      const { authorizationId, orderId: shown } = await statusOf(id, headers)
      assert.deepEqual(
        [who, typeof authorizationId, shown],
        [who, isDisclosed ? 'string' : 'object', isDisclosed ? orderId : null],
      )
    }
    const given = await shop.call<Status>('GET', `/api/publique/transaction-status/${id}?orderId=${orderId}`)
    assert.equal(given.body.orderId, orderId)
  })
})
