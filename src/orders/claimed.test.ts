import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Headers,
  NOBODY,
  openWithCallers,
  registerCustomer,
  SEPARATE_CALLERS,
} from '../../test/support/callers.ts'
import { eventually } from '../../test/support/eventually.ts'
import { KEYS } from '../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { createShopActions, type PlacedOrder } from '../../test/support/shopping.ts'

type Customer = Awaited<ReturnType<typeof registerCustomer>>

let shop: TestPlatform
let keys: Awaited<ReturnType<typeof openWithCallers>>['keys']
let ada: Customer
let eve: Customer
let line: { id: number; quantite: number; prixUnitaireCents: number }

before(async () => {
  ;({ shop, keys } = await openWithCallers({
    COMPTOIR_PAYMENT_DELAY_MS: '0',
    COMPTOIR_CONFIRM_DELAY_MS: '0',
  }))
  ada = await registerCustomer(shop, KEYS.admin)
  eve = await registerCustomer(shop, KEYS.admin)
  const { id } = await createShopActions(shop, KEYS.admin['x-api-key']).product()
  line = { id, quantite: 1, prixUnitaireCents: 1000 }
  const { status } = await shop.call(
    'POST',
    '/api/publique/data',
    {
      categoriePromotion: 'PANIER',
      typePromotion: 'POURCENTAGE',
      valeurPromotion: 90,
      uniteValeur: 'PERCENT',
      dateDebut: '2020-01-01T00:00:00.000Z',
      dateFin: '2999-01-01T00:00:00.000Z',
      idClient: [ada.clientId],
    },
    keys.catalogue,
  )
  assert.equal(status, 201)
})

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

const names = () => [String(ada.userId), ada.clientId]

const place = (clientId: unknown, montantTotalCents: number, headers: Headers = NOBODY) =>
  createShopActions(shop).place([line], { clientId, montantTotalCents }, headers)

const listed = async (headers: Headers, ref: unknown = ada.clientId) =>
  (
    await shop.call<{ data: PlacedOrder[]; total: number }>(
      'GET',
      `/api/commandes/user/${ref}`,
      undefined,
      headers,
    )
  ).body

describe('a promotion that targets a customer', () => {
  test('applies to the basket only if the caller may act for them, by any of their IDs', async () => {
    for (const idClient of names())
      for (const [who, headers, proven] of callers()) {
        const { status, body } = await shop.call<{ totalApresPromo: number }>(
          'POST',
          '/api/publique/promotions/calculer-panier',
          { idClient, articles: [line] },
          headers,
        )
        assert.deepEqual([who, status, body.totalApresPromo], [who, 200, proven ? 100 : 1000])
      }
  })

  test('applies to an order in the same way, so basket and order agree', async () => {
    for (const clientId of names())
      for (const [who, headers, proven] of callers()) {
        // A token allows orders of its own customer only.
        const refused = headers === eve.bearer
        const [right, wrong] = proven ? [100, 1000] : [1000, 100]
        assert.equal((await place(clientId, right, headers)).status, refused ? 403 : 201, who)
        assert.equal((await place(clientId, wrong, headers)).status, refused ? 403 : 422, who)
      }
  })

  test('is not just ignored with an invalid token: the request is 401', async () => {
    const { status } = await shop.call(
      'POST',
      '/api/publique/promotions/calculer-panier',
      { idClient: ada.clientId, articles: [line] },
      { authorization: 'Bearer nonsense' },
    )
    assert.equal(status, 401)
  })
})

describe('the order list of a customer', () => {
  test('contains orders placed by them or by a caller who may act for them, and no others', async () => {
    const own = await registerCustomer(shop, KEYS.admin)
    const claimed = [await place(own.clientId, 1000), await place(own.userId, 1000, keys.catalogue)]
    const proven = [await place(own.userId, 1000, own.bearer), await place(own.clientId, 1000, keys.till)]
    for (const { status } of [...claimed, ...proven]) assert.equal(status, 201)

    for (const [headers, ref] of [
      [own.bearer, own.clientId],
      [own.bearer, own.userId],
      [keys.shop, own.clientId],
    ] as const) {
      const { data, total } = await listed(headers, ref)
      const shown = data.map(({ ordreId }) => ordreId).sort()
      assert.deepEqual([shown, total], [proven.map(({ body }) => body.ordreId).sort(), 2])
    }
    // The caller who placed it knows its ID, and the ID is enough to read it.
    assert.equal((await shop.call('GET', `/api/commandes/${claimed[0]!.body.ordreId}`)).status, 200)
  })
})

describe('an unknown identifier', () => {
  const nobodys = ['999999', 999_999, 'CLI_DEADBEEF', 'quelquun']

  test('gets the same response as a known one, so that identifiers cannot be enumerated', async () => {
    const { body: known } = await place(ada.userId, 1000)
    for (const clientId of nobodys)
      for (const headers of [NOBODY, keys.catalogue]) {
        const { status, body } = await place(clientId, 1000, headers)
        assert.equal(status, 201, String(clientId))
        assert.deepEqual({ ...body, ordreId: '', createdAt: '' }, { ...known, ordreId: '', createdAt: '' })
      }
  })

  test('is 422 for callers who act for customers, but a loyalty customer without an account is known', async () => {
    for (const clientId of nobodys)
      for (const headers of [keys.shop, keys.till, keys.staff])
        assert.equal((await place(clientId, 1000, headers)).status, 422, String(clientId))
    const client = { nom: 'L', prenom: 'A', adresseMail: 'sans-compte@example.org' }
    const made = await shop.call<{ idClient: string }>('POST', '/api/publique/clients', client, keys.till)
    assert.equal((await place(made.body.idClient, 1000, keys.till)).status, 201)
  })

  test('does not give its orders to a customer who gets the identifier later', async () => {
    const next = (await registerCustomer(shop, KEYS.admin)).userId + 1
    const { status } = await place(next, 1000)
    const late = await registerCustomer(shop, KEYS.admin)
    assert.deepEqual([status, late.userId], [201, next])
    assert.equal((await listed(late.bearer, next)).total, 0)
  })
})

const delivered = (ordreId: string) =>
  shop.call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut: 'LIVREE' }, keys.staff)

test("an order that a caller placed in a customer's name earns that customer points", async () => {
  const own = await registerCustomer(shop, KEYS.admin)
  const { body } = await place(own.userId, 1000)
  await createShopActions(shop, KEYS.admin['x-api-key']).pay(body.ordreId, 10)
  await delivered(body.ordreId)
  await eventually('the points are credited', async () => {
    const client = await shop.call<{ pointsFidelite: number }>(
      'GET',
      `/loyalty/api/publique/clients/${own.clientId}`,
      undefined,
      KEYS.admin,
    )
    return client.body.pointsFidelite === 10
  })
})

test('orders of guests are never sent to loyalty or the history, with or without keys', async () => {
  for (const settings of [{}, SEPARATE_CALLERS]) {
    const quiet = await openPlatform({ started: false, settings })
    const { product, order } = createShopActions(quiet, KEYS.admin['x-api-key'])
    const free = { id: (await product({ prixDeVenteCents: 0 })).id, quantite: 1, prixUnitaireCents: 0 }
    for (const clientId of ['INVITE_42', ada.clientId]) {
      const placed = await quiet.call<PlacedOrder>('POST', '/api/commandes', order([free], { clientId }))
      const url = `/api/commandes/${placed.body.ordreId}/statut`
      await quiet.call('PATCH', url, { nouveauStatut: 'LIVREE' }, KEYS.admin)
    }
    const { rows } = await quiet.platform.db.pg.query<{ queue: string; client: string }>(
      `select queue, body->>'clientId' as client from platform.outbox order by id`,
    )
    const queuesOf = (client: string) => rows.flatMap(row => (row.client === client ? [row.queue] : []))
    const isLoyaltys = (queue: string) => queue.startsWith('fidelite.')
    assert.ok(queuesOf('INVITE_42').includes('logistique.ordre-preparation'))
    assert.deepEqual(queuesOf('INVITE_42').filter(isLoyaltys), [])
    assert.deepEqual(queuesOf(ada.clientId).filter(isLoyaltys), [
      'fidelite.historique-commande',
      'fidelite.commande-livree',
    ])
  }
})
