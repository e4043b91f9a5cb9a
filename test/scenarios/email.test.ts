import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { person } from '../support/accounts.ts'
import { cardPayment, foreignOrder } from '../support/payments.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['accounts', 'loyalty', 'orders', 'payments'], started: false })
})

const client = (adresseMail: string) => ({ nom: 'Durand', prenom: 'René', adresseMail })
const link = (body: object) => ({
  orderId: foreignOrder(),
  amount: 10,
  returnUrl: 'https://boutique.example/',
  ...body,
})

/** Routes that validate an e-mail address, with a body for an address. They respond with 201 or 400. */
const posts: Record<string, [url: string, bodyOf: (email: string) => object]> = {
  register: ['/api/auth/register', person],
  'loyalty customer': ['/api/publique/clients', client],
  'payment link of the order flow': [
    '/api/publique/interface-paiement',
    customerEmail => link({ customerEmail }),
  ],
  'payment link': ['/api/publique/interface-paiement', email => link({ client: { email } })],
  'card payment': [
    '/api/private/create_paiement',
    email => ({ ...cardPayment({ orderId: foreignOrder() }), client: { id: 'CLI_1', email } }),
  ],
  'private transaction': [
    '/api/private/transactions',
    email => ({ ...cardPayment({ orderId: foreignOrder() }), client: { id: 'CLI_1', email } }),
  ],
}

describe('one rule defines valid e-mail addresses', () => {
  for (const [i, [name, [url, bodyOf]]] of Object.entries(posts).entries())
    test(name, async () => {
      const statusOf = async (email: string) => (await shop.call('POST', url, bodyOf(email))).status
      for (const email of [`rené${i}@exemple.fr`, `a${i}@exämple.fr`, `пример${i}@пример.рф`])
        assert.equal(await statusOf(email), 201, email)
      for (const email of ['bad', 'a@b', 'a b@c.fr', 'a@b..fr', 'a..b@c.fr', '<a>@b.fr', 'kim@g\u0130t.fr'])
        assert.equal(await statusOf(email), 400, email)
    })

  test('customer import', async () => {
    type Report = { summary: { createdCount: number }; details: { errors: { email: string }[] } }
    const { body } = await shop.call<Report>('POST', '/api/privee/clients/import', {
      clients: ['rené-i@exemple.fr', 'bad', 'i@exämple.fr', 'a..b@c.fr'].map(client),
    })
    assert.equal(body.summary.createdCount, 2)
    assert.deepEqual(
      body.details.errors.map(({ email }) => email),
      ['bad', 'a..b@c.fr'],
    )
  })
})

test('addresses in any script are compared case-insensitively', async () => {
  const registered = await shop.call<{ clientId: string }>('POST', '/api/auth/register', person('zoé@été.fr'))
  assert.equal((await shop.call('POST', '/api/auth/register', person('ZOÉ@ÉTÉ.FR'))).status, 409)
  const credentials = { email: 'Zoé@Été.fr', motDePasse: person().motDePasse }
  assert.equal((await shop.call('POST', '/api/auth/login', credentials)).status, 200)

  type Found = { data: { idClient: string }[] }
  const url = `/api/publique/clients?email=${encodeURIComponent('ZOÉ@été.fr')}`
  const { data } = (await shop.call<Found>('GET', url)).body
  assert.deepEqual(
    data.map(({ idClient }) => idClient),
    [registered.body.clientId],
  )
})

test('a telephone number is validated in every payment that names its customer', async () => {
  const pay = async (contact: object) =>
    (
      await shop.call('POST', '/api/private/create_paiement', {
        ...cardPayment({ orderId: foreignOrder() }),
        client: { id: 'CLI_1', ...contact },
      })
    ).status
  for (const contact of [
    { telephone: '+33 6 12 34 56 78' },
    { telephoneMobile: 612345678 },
    { telephone: null },
  ])
    assert.equal(await pay(contact), 201, JSON.stringify(contact))
  for (const contact of [{ telephone: 'abc' }, { telephoneMobile: 12 }, { telephone: '06-12-34-56-xx' }])
    assert.equal(await pay(contact), 400, JSON.stringify(contact))
})
