import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openWithCallers } from '../../test/support/callers.ts'
import { KEYS } from '../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { createShopActions } from '../../test/support/shopping.ts'

type Account = { accessToken: string; userId: number; clientId: string }
type Orders = { data: { ordreId: string }[]; total: number; limit: number; offset: number }

const KEY = { 'x-api-key': 'the-key' }
const unknown = { id: 'x', quantite: 1, prixUnitaireCents: 500 }

let shop: TestPlatform
let guarded: TestPlatform
before(async () => {
  shop = await openPlatform()
  guarded = await openPlatform({ settings: { COMPTOIR_API_KEYS: 'the-key' } })
})

let people = 0
const bearer = ({ accessToken }: Account) => ({ authorization: `Bearer ${accessToken}` })

async function register(platform: TestPlatform) {
  const person = { motDePasse: 'secret1', prenom: 'Ada', nom: 'L', email: `p${++people}@example.org` }
  return (await platform.call<Account>('POST', '/api/auth/register', person)).body
}

const listed = (platform: TestPlatform, ref: string | number, headers = {}) =>
  platform.call<Orders>('GET', `/api/commandes/user/${ref}`, undefined, headers)

describe("a customer's orders", () => {
  test('are found by account ID and clientId, whichever of the two the order was placed with', async () => {
    const { placed } = createShopActions(shop)
    const ada = await register(shop)
    const first = await placed([unknown], { clientId: ada.userId })
    const second = await placed([unknown], { clientId: String(ada.userId) })
    const third = await placed([unknown], { clientId: ada.clientId })

    for (const ref of [ada.userId, ada.clientId]) {
      const { body } = await listed(shop, ref)
      const ids = [third, second, first].map(({ ordreId }) => ordreId)
      assert.deepEqual(
        body.data.map(({ ordreId }) => ordreId),
        ids,
      )
      assert.deepEqual([body.total, body.limit, body.offset], [3, 20, 0])
    }
    const summary = await shop.call<{ clientId: string }>('GET', `/api/v1/privee/commandes/${first.ordreId}`)
    assert.equal(summary.body.clientId, ada.clientId)
  })

  test('are listed in pages and by status, and invalid parameters are 400', async () => {
    const { placed } = createShopActions(shop)
    const clientId = 'CLI_PAGES'
    const orders = [await placed([unknown], { clientId }), await placed([unknown], { clientId })]
    await shop.call('PATCH', `/api/commandes/${orders[0]!.ordreId}/statut`, { nouveauStatut: 'LIVREE' })

    const page = (await listed(shop, `${clientId}?limit=1&offset=1`)).body
    assert.deepEqual([page.data.length, page.data[0]?.ordreId, page.total], [1, orders[0]!.ordreId, 2])
    assert.equal((await listed(shop, `${clientId}?statut=LIVREE`)).body.total, 1)
    assert.equal((await listed(shop, 'CLI_NOBODY')).body.total, 0)
    for (const query of ['statut=NONSENSE', 'limit=0', 'limit=101', 'limit=x', 'offset=-1'])
      assert.equal((await listed(shop, `${clientId}?${query}`)).status, 400, query)
  })
})

describe('with API keys', () => {
  test('an order placed with a bearer token must be for its customer', async () => {
    const { product, place } = createShopActions(guarded, 'the-key')
    const { id } = await product()
    const [ada, bob] = [await register(guarded), await register(guarded)]
    const line = { id, quantite: 1, prixUnitaireCents: 1000 }
    const as = (who: Account, clientId: unknown) => place([line], { clientId }, bearer(who))

    assert.equal((await as(ada, ada.clientId)).status, 201)
    assert.equal((await as(ada, ada.userId)).status, 201)
    assert.equal((await as(ada, bob.clientId)).status, 403)
    assert.equal((await place([line], {}, { authorization: 'Bearer nonsense' })).status, 401)
    assert.equal((await place([line], { clientId: 'CLI_GUEST' })).status, 201)
  })

  test('unknown articles are 422, and unknown accounts are 422 for key holders', async () => {
    const { product, place } = createShopActions(guarded, 'the-key')
    const { id } = await product()
    const missing = await place([unknown])
    assert.equal(missing.status, 422)
    assert.match(missing.body.message, /Article x /)
    const line = { id, quantite: 1, prixUnitaireCents: 1000 }
    assert.equal((await place([line], { clientId: 999999 }, KEY)).status, 422)
  })

  test('anyone with its ID reads an order, its customer and key holders list it, and staff change its status', async () => {
    const { product, place } = createShopActions(guarded, 'the-key')
    const { id } = await product()
    const [ada, bob] = [await register(guarded), await register(guarded)]
    const line = { id, quantite: 1, prixUnitaireCents: 1000 }
    const { ordreId } = (await place([line], { clientId: ada.clientId }, bearer(ada))).body

    assert.equal((await guarded.call('GET', `/api/commandes/${ordreId}`)).status, 200)
    assert.equal((await listed(guarded, ada.userId, bearer(ada))).body.total, 1)
    assert.equal((await listed(guarded, ada.clientId, KEY)).body.total, 1)
    assert.equal((await listed(guarded, ada.userId)).status, 401)
    assert.equal((await listed(guarded, ada.userId, bearer(bob))).status, 403)
    const ship = (headers: object) =>
      guarded.call(
        'PATCH',
        `/api/commandes/${ordreId}/statut`,
        { nouveauStatut: 'EXPEDIEE' },
        headers as never,
      )
    assert.equal((await ship(bearer(ada))).status, 401)
    assert.equal((await ship(KEY)).status, 200)
    assert.equal((await guarded.call('GET', `/api/v1/privee/commandes/${ordreId}`)).status, 401)
  })

  test('a payment link requested under /orders uses the key and token of its caller', async () => {
    const { product, place } = createShopActions(guarded, 'the-key')
    const { id } = await product()
    const [ada, bob] = [await register(guarded), await register(guarded)]
    const line = { id, quantite: 1, prixUnitaireCents: 1000 }
    const proven = async (headers: Record<string, string>, orderId: string | undefined) => {
      const link = { orderId, amount: 10, customerEmail: 'a@example.org', returnUrl: 'http://shop/' }
      const url = '/orders/api/publique/interface-paiement'
      const { status, body } = await guarded.call<{ sessionId: string }>('POST', url, link, headers)
      assert.equal(status, 201)
      const { rows } = await guarded.platform.db.pg.query('select prouve from payments.lien where id = $1', [
        body.sessionId,
      ])
      return rows[0]?.prouve
    }
    const own = (await place([line], { clientId: ada.clientId }, bearer(ada))).body.ordreId
    assert.deepEqual(
      [await proven({}, own), await proven(bearer(bob), own), await proven(bearer(ada), own)],
      [false, false, true],
    )
    assert.equal(await proven(KEY, own), true)
    const claimed = (await place([line], { clientId: ada.clientId })).body.ordreId
    assert.deepEqual([await proven(KEY, claimed), await proven(bearer(ada), claimed)], [false, false])
  })
})

describe('while another area is unavailable', () => {
  const without = (area: string) =>
    openPlatform({
      only: ['accounts', 'loyalty', 'reference', 'logistics', 'orders'].filter(name => name !== area),
      databaseUrl: shop.databaseUrl,
      started: false,
    })

  test('an order is 503 and not stored', async () => {
    const { id } = await createShopActions(shop).product()
    const line = { id, quantite: 1, prixUnitaireCents: 1000 }
    for (const area of ['reference', 'logistics']) {
      const platform = await without(area)
      const { status, headers } = await createShopActions(platform).place([line], { clientId: 'CLI_AWAY' })
      assert.deepEqual([area, status, headers['retry-after']], [area, 503, '5'])
    }
    assert.equal((await listed(shop, 'CLI_AWAY')).body.total, 0)
    const basket = { idClient: 'CLI_AWAY', articles: [line] }
    const alone = await without('reference')
    assert.equal((await alone.call('POST', '/api/publique/promotions/calculer-panier', basket)).status, 503)
  })
})

test('anyone who can read an order sees the comment on a status change; only staff see the internal note', async () => {
  type Change = { commentaire: string | null; noteInterne?: string | null }
  const change = { nouveauStatut: 'EN_PREPARATION', commentaire: 'Bientôt prête', noteInterne: 'Fragile' }
  const last = async (at: TestPlatform, path: string, headers = {}) => {
    const { body } = await at.call<Change[] & { statuts?: Change[] }>('GET', path, undefined, headers)
    return (body.statuts ?? body).at(-1)
  }
  const { keys, shop: apart } = await openWithCallers()
  for (const [at, staff] of [
    [shop, {}],
    [apart, keys.staff],
  ] as const) {
    const { id } = await createShopActions(at, KEYS.admin['x-api-key']).product({ prixDeVenteCents: 500 })
    const { ordreId } = await createShopActions(at).placed([{ id, quantite: 1, prixUnitaireCents: 500 }])
    const path = `/api/commandes/${ordreId}/statut`
    assert.equal((await at.call('PATCH', path, change, staff)).status, 200)
    const statuts = `/api/v1/publique/commandes/${ordreId}/statuts`
    for (const headers of [{}, ...(at === apart ? [keys.shop, keys.till] : [])]) {
      const seen = await last(at, statuts, headers)
      assert.equal(seen?.commentaire, 'Bientôt prête')
      assert.equal('noteInterne' in (seen ?? {}), false)
      assert.doesNotMatch(JSON.stringify(await at.call('GET', `/api/commandes/${ordreId}`)), /Fragile/)
    }
    const file = await last(at, `/api/v1/privee/commandes/${ordreId}/dossier`, staff)
    assert.deepEqual([file?.commentaire, file?.noteInterne], ['Bientôt prête', 'Fragile'])
    if (at === apart) assert.equal((await last(at, statuts, staff))?.noteInterne, 'Fragile')
  }
})
