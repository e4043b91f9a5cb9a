import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { type CreatedPayment, cardPayment, type Detail, foreignOrder } from '../../test/support/payments.ts'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'

const key = { 'x-api-key': 'the key of the tests' }
let shop: TestPlatform
before(async () => {
  shop = await openPlatform({
    only: ['payments', 'orders', 'accounts', 'loyalty'],
    settings: { COMPTOIR_API_KEYS: key['x-api-key'], COMPTOIR_PAYMENT_DELAY_MS: '3600000' },
  })
})

async function register(email: string) {
  const { status, body } = await shop.call<{ accessToken: string; userId: number; clientId: string }>(
    'POST',
    '/api/auth/register',
    { email, motDePasse: 'un mot de passe', prenom: 'Ada', nom: 'Lovelace' },
  )
  assert.equal(status, 201)
  return { ...body, bearer: { authorization: `Bearer ${body.accessToken}` } }
}

async function paid(clientId: string | number, orderId?: string) {
  const { status, body } = await shop.call<CreatedPayment>(
    'POST',
    '/api/private/create_paiement',
    cardPayment({ clientId, orderId }),
    key,
  )
  assert.equal(status, 201)
  return body.response.transactionId
}

test('with keys configured, internal and staff routes need one', async () => {
  for (const [method, path] of [
    ['POST', '/api/private/create_paiement'],
    ['POST', '/api/private/transactions'],
    ['GET', '/api/private/transactions'],
    ['GET', '/api/private/transactions/1'],
    ['POST', '/api/publique/paiement/create-cash-payment'],
    ['POST', '/api/publique/paiement/refund'],
    ['POST', '/api/publique/refund'],
    ['GET', '/api/publique/transactions/1'],
    ['GET', '/api/publique/transactions/client/CLI_00000001'],
  ] as const)
    assert.equal((await shop.call(method, path)).status, 401, path)
})

test('a customer reads their own transactions by either identifier, and no others', async () => {
  const ada = await register('ada@example.org')
  const eve = await register('eve@example.org')
  const [byAccount, byClient] = [await paid(ada.userId), await paid(ada.clientId)]
  const status = async (path: string, headers: Record<string, string>) =>
    (await shop.call('GET', path, undefined, headers)).status

  for (const id of [byAccount, byClient]) {
    assert.equal(await status(`/api/publique/transactions/${id}`, ada.bearer), 200)
    assert.equal(await status(`/api/publique/transactions/${id}`, eve.bearer), 403)
    assert.equal(await status(`/api/publique/transactions/${id}`, key), 200)
  }
  for (const ref of [ada.userId, ada.clientId]) {
    const path = `/api/publique/transactions/client/${ref}`
    const { body } = await shop.call<Detail[]>('GET', path, undefined, ada.bearer)
    assert.deepEqual(
      body.map(({ id }) => id),
      [byAccount, byClient],
    )
    assert.equal(await status(path, eve.bearer), 403)
  }
})

test('the order of a payment is shown to callers who name it, its customer and key holders only', async () => {
  const ada = await register('ada2@example.org')
  const eve = await register('eve2@example.org')
  const orderId = foreignOrder()
  const id = await paid(ada.clientId, orderId)
  const listWith = async (query: string, headers: Record<string, string>) =>
    (await shop.call<Detail>('GET', `/api/publique/transaction-status${query}`, undefined, headers)).body
      .orderId

  assert.equal(await listWith(`/${id}`, {}), null)
  assert.equal(await listWith(`/${id}?orderId=${foreignOrder()}`, {}), null)
  assert.equal(await listWith(`/${id}`, eve.bearer), null)
  assert.equal(await listWith(`/${id}?orderId=${orderId}`, {}), orderId)
  assert.equal(await listWith(`?orderId=${orderId}`, {}), orderId)
  assert.equal(await listWith(`/${id}`, ada.bearer), orderId)
  assert.equal(await listWith(`/${id}`, key), orderId)
})

test('a cancellation needs the order of the payment or its customer', async () => {
  const ada = await register('ada3@example.org')
  const eve = await register('eve3@example.org')
  const orderId = foreignOrder()
  const [ordered, free] = [await paid(ada.clientId, orderId), await paid(ada.clientId)]
  const cancel = async (id: number, body: object, headers: Record<string, string> = {}) =>
    (await shop.call('PATCH', `/api/v1/publique/transactions/${id}`, { status: 'annule', ...body }, headers))
      .status

  assert.equal(await cancel(ordered, { orderId: foreignOrder() }), 422)
  assert.equal(await cancel(ordered, { orderId }), 200)
  assert.equal(await cancel(free, {}), 401)
  assert.equal(await cancel(free, {}, eve.bearer), 403)
  assert.equal(await cancel(free, {}, ada.bearer), 200)
})

test('an invalid token is refused', async () => {
  const stale = { authorization: 'Bearer nonsense' }
  const id = await paid('CLI_00000001', foreignOrder())
  assert.equal(
    (await shop.call('GET', `/api/publique/transaction-status/${id}`, undefined, stale)).status,
    401,
  )
  const link = { amount: 5, returnUrl: 'https://boutique.example/' }
  assert.equal((await shop.call('POST', '/api/publique/interface-paiement', link, stale)).status, 401)
  assert.equal((await shop.call('POST', '/api/publique/interface-paiement', link)).status, 201)
})
