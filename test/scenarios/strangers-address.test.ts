import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from '../../src/platform/database/sql.ts'
import type { Account } from '../support/accounts.ts'
import { eventually } from '../support/eventually.ts'
import { KEYS } from '../support/guarded.ts'
import { extractToken } from '../support/mailbox.ts'
import type { TestPlatform } from '../support/platform.ts'
import { openProving } from '../support/proving.ts'
import { CARDS, createShopActions } from '../support/shopping.ts'

type Profile = Account & { courrielProuve: boolean }
type Client = { id: number; idClient: string; pointsFidelite: number }
type History = { data: { articleName: string; clientId: number }[]; meta: { total: number } }
type Person = Awaited<ReturnType<typeof shopper>>

let shop: TestPlatform
let mailbox: Awaited<ReturnType<typeof openProving>>['mailbox']
let product: { id: number }
const till = () => createShopActions(shop, KEYS.admin['x-api-key'])

const get = <Body>(url: string, headers: Record<string, string>) =>
  shop.call<Body>('GET', url, undefined, headers)

/** Registers with an address; returns the account and functions that act and read with its token. */
async function shopper(email: string) {
  const { status, body } = await shop.call<Account>('POST', '/api/auth/register', {
    ...{ email, motDePasse: 'secret', prenom: 'Ève', nom: 'Noir' },
  })
  assert.equal(status, 201)
  const headers = { authorization: `Bearer ${body.accessToken}` }
  const history = (ref: string | number) => get<History>(`/api/publique/client-buy-history/${ref}`, headers)
  return {
    ...body,
    headers,
    history,
    habits: (ref: string | number) =>
      get<{ topItems: unknown[] }>(`/api/publique/clients/${ref}/habits`, headers),
    profile: async () => (await get<Profile>('/api/auth/me', headers)).body,
    /** Buys a lamp and waits until it is delivered and in the purchase history; returns the order's id. */
    async buys() {
      const { body: order } = await shop.call<{ ordreId: string }>(
        'POST',
        '/api/commandes',
        till().order([{ id: product.id, quantite: 1, prixUnitaireCents: 5000 }], { clientId: body.clientId }),
        headers,
      )
      const { transactionId, authorizationId } = (await till().pay(order.ordreId, 50)).response
      await eventually(
        'the order is paid',
        async () => (await till().transactionStatus(transactionId)) === 'accepte',
      )
      const payment = { transactionId: String(transactionId), authorizationId, amount: '50.00' }
      const path = `/api/commandes/${order.ordreId}`
      assert.equal((await shop.call('POST', `${path}/confirmer-paiement`, payment)).status, 200)
      await shop.call('PATCH', `${path}/statut`, { nouveauStatut: 'LIVREE' }, KEYS.admin)
      await eventually(
        'the purchase is in the history',
        async () => (await history(body.clientId)).body.meta.total === 1,
      )
      await eventually(
        'the outbox is empty',
        async () => (await shop.platform.db.rows(sql`select from platform.outbox`)).length === 0,
      )
      return order.ordreId
    },
    async prove() {
      const jeton = extractToken(await mailbox.mail(email, /^Confirmez/))
      const path = '/api/v1/publique/confirmations-courriel'
      assert.equal((await shop.call('POST', path, { jeton }, headers)).status, 200)
    },
  }
}

/** Creates a loyalty customer without an account, with points, a purchase and a saved card. */
async function victim(email: string) {
  const { body: client } = await shop.call<Client>(
    'POST',
    '/api/publique/clients',
    {
      nom: 'Blanc',
      prenom: 'Alice',
      adresseMail: email,
      pointsFidelite: 5000,
      niveauFidelisation: 'Platine',
    },
    KEYS.admin,
  )
  await shop.call(
    'POST',
    '/api/privee/client-buy-history',
    {
      clientId: client.id,
      purchaseDate: '2026-03-01T09:59:00Z',
      purchases: [{ articleId: 'x', articleName: 'Bague', unitPrice: 99900, quantity: 1 }],
    },
    KEYS.admin,
  )
  const { body } = await shop.call<{ response: { transactionId: number } }>(
    'POST',
    '/api/private/create_paiement',
    {
      client: { id: client.idClient, nom: 'Blanc', email },
      ...{ montant: 999, devise: 'EUR', typePaiement: 'achat', occurence_credit: 0, differe: null },
      moyenPaiement: {
        type: 'carte_bancaire',
        cb: { cardNumber: CARDS.accepted, expirationDate: '12/40', cardHolderName: 'Alice Blanc' },
      },
      ...{ fidelise: client.id, savePaymentMethod: true },
    },
    KEYS.admin,
  )
  await eventually('the card is saved', async () => {
    const { body: cards } = await get<unknown[]>(`/api/private/clients-card/${client.id}`, KEYS.admin)
    return cards.length === 1 && (await till().transactionStatus(body.response.transactionId)) === 'accepte'
  })
  return client
}

const OWN_CARDS = '/api/v1/publique/profil/cartes'
const SAVED_CARD = /name="carte" value="\d+"/

/** Creates a payment link for the given customer with the account's token; returns its page. */
async function pageOf({ headers }: Person, client: object) {
  const wanted = { client, amount: 50, returnUrl: 'https://boutique.example/merci' }
  const { body } = await shop.call<{ redirectUrl: string }>(
    'POST',
    '/api/publique/interface-paiement',
    wanted,
    headers,
  )
  const { body: page } = await shop.call<string>('GET', new URL(body.redirectUrl).pathname)
  assert.match(page, /Paiement par carte/)
  return page
}

/** Values that differ between accounts: timestamps, identifiers, row ids, addresses. */
const OWN = /"(?:\d{4}-[^"]*Z|CLI_\w{8}|[^"]*@example\.org)"|"id":\d+/g

before(async () => {
  const opened = await openProving({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '0' } })
  shop = opened.shop
  mailbox = opened.mailbox
  product = await till().product({ prixDeVenteCents: 5000 })
})

describe('a customer who registers with another person’s address', () => {
  test('gains no access to the loyalty customer with the address: no identifier, points, history, order or saved card', async () => {
    const alice = await victim('alice@example.org')
    const eve = await shopper('alice@example.org')
    assert.partialDeepStrictEqual(eve, { pointsFidelite: 0, niveauFidelisation: 'Standard' })
    assert.notEqual(eve.clientId, alice.idClient)
    assert.partialDeepStrictEqual(await eve.profile(), { clientId: eve.clientId, pointsFidelite: 0 })
    assert.deepEqual((await eve.history(eve.clientId)).body.data, [])
    for (const ref of [alice.id, alice.idClient]) {
      assert.equal((await eve.history(ref)).status, 403)
      assert.equal((await eve.habits(ref)).status, 403)
    }
    for (const url of ['/api/commandes/user', '/api/publique/transactions/client'])
      assert.equal((await get(`${url}/${alice.idClient}`, eve.headers)).status, 403)
    for (const client of [
      { clientFideliseId: alice.id },
      { id: eve.clientId, clientFideliseId: alice.id },
      { id: alice.idClient, clientFideliseId: alice.id },
      { id: alice.idClient },
    ])
      assert.doesNotMatch(await pageOf(eve, client), SAVED_CARD)
    assert.deepEqual((await get(OWN_CARDS, eve.headers)).body, [])
  })

  test('earns points for the loyalty customer, and sees only those of their own order', async () => {
    const alice = await victim('alice2@example.org')
    const eve = await shopper('alice2@example.org')
    const ordreId = await eve.buys()

    const pointsOf = async () => (await get<Client>(`/api/privee/clients/${alice.id}`, KEYS.admin)).body
    await eventually('Alice has the points', async () => (await pointsOf()).pointsFidelite === 5050)
    const { body: hers } = await get<History>(`/api/publique/client-buy-history/${alice.id}`, KEYS.admin)
    assert.deepEqual(hers.data.map(({ articleName }) => articleName).sort(), ['Bague', 'Lampe'])
    const { body: seen } = await eve.history(eve.clientId)
    assert.deepEqual(
      seen.data.map(({ articleName }) => articleName),
      ['Lampe'],
    )
    assert.equal((await eve.habits(eve.clientId)).body.topItems.length, 1)
    assert.partialDeepStrictEqual(await eve.profile(), { pointsFidelite: 50, niveauFidelisation: 'Standard' })
    const orders = await get<{ data: { ordreId: string }[] }>(
      `/api/commandes/user/${eve.userId}`,
      eve.headers,
    )
    assert.deepEqual(
      orders.body.data.map(order => order.ordreId),
      [ordreId],
    )
  })

  test('cannot detect that the address was known: a new address shows the same, before and after a purchase', async () => {
    await victim('alice3@example.org')
    const seen = []
    for (const email of ['alice3@example.org', 'nobody@example.org']) {
      const eve = await shopper(email)
      const responses: { status: number; body: unknown }[] = []
      const readAll = async () => {
        for (const ref of [eve.clientId, 1, 2, 3, 4, 5, 6, 7, 8])
          responses.push(await eve.history(ref), await eve.habits(ref))
        responses.push({ status: 200, body: await eve.profile() })
      }
      await readAll()
      await eve.buys()
      await eventually('the points are credited', async () => (await eve.profile()).pointsFidelite === 50)
      await readAll()
      for (let number = 1; number <= 8; number++)
        assert.doesNotMatch(await pageOf(eve, { clientFideliseId: number }), /name="garder"/)
      seen.push(responses.map(({ status, body }) => `${status} ${JSON.stringify(body).replaceAll(OWN, '-')}`))
    }
    assert.ok(seen[0]!.some(line => line.includes('"clientId":0')))
    assert.deepEqual(seen[0], seen[1])
  })

  test('is that customer once the address is proven, with all their data, including earlier purchases', async () => {
    const alice = await victim('alice4@example.org')
    const account = await shopper('alice4@example.org')
    await account.buys()
    await account.prove()
    const profile = await account.profile()
    assert.partialDeepStrictEqual(profile, {
      ...{
        clientId: alice.idClient,
        pointsFidelite: 5050,
        niveauFidelisation: 'Platine',
        courrielProuve: true,
      },
    })
    for (const ref of [alice.idClient, account.clientId, alice.id])
      assert.equal((await account.history(ref)).body.meta.total, 2)
    assert.match(await pageOf(account, { clientFideliseId: alice.id }), SAVED_CARD)
    assert.equal((await get<unknown[]>(OWN_CARDS, account.headers)).body.length, 1)
  })
})
