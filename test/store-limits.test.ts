import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { RIGHTS } from '../src/accounts/contract.ts'
import { areaNames } from '../src/areas.ts'
import { addKey, listKeys } from '../src/commands/administration.ts'
import { sql } from '../src/platform/database/sql.ts'
import { listAllOperations, type Operation } from './support/access/operations.ts'
import { createAfterSaleActions } from './support/after-sale.ts'
import { eventually } from './support/eventually.ts'
import { addStaffMember, createLimitedKey, GUARDED, KEYS, PASSWORD, signInStaff } from './support/guarded.ts'
import { openPlatform, type TestPlatform } from './support/platform.ts'
import { createShopActions } from './support/shopping.ts'
import { createWithdrawalActions } from './support/withdrawals.ts'

/** A store with its own product, slip, and orders in each state that a call needs. */
type Branch = {
  storeId: number
  productId: number
  slipId: number
  /** Unpaid. */
  placed: string
  /** Paid; its slip waits. */
  paid: string
  delivered: string
  transactionId: number
  /** A withdrawal that waits for staff. */
  retractationId: number
  /** A text in the addresses of its orders. */
  mark: string
}

type Request = { path?: string; query?: string; body?: unknown }

const PRICE = 1_000
let shop: TestPlatform
let operations: Operation[]
let ours: Branch
let theirs: Branch
/** A paid order that both stores serve. */
let shared: string
/** The key of our store with each right. */
let keys: Map<string, Record<string, string>>

before(async () => {
  shop = await openPlatform({
    settings: { ...GUARDED, COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0' },
  })
  operations = listAllOperations(shop, areaNames).filter(({ path }) => !path.endsWith('/update-sse'))
  ours = await openBranch('Rue A')
  theirs = await openBranch('Rue B')
  const after = createAfterSaleActions(shop, KEYS.admin)
  const both = [ours.productId, theirs.productId].map(articleOf)
  shared = (await after.paidOrder(both, addressAt('Rue AB'))).ordreId
  await eventually('both stores have a slip', async () => (await slipsOf(shared)).length === 2)
  await promoteFor((await after.customer()).idClient)
  await after.untilDrained()
  keys = new Map()
  for (const right of RIGHTS) keys.set(right, (await createLimitedKey(shop, [ours.storeId], right)).header)
})

const articleOf = (id: number) => ({ id, quantite: 1, prixUnitaireCents: PRICE })
const addressAt = (rue: string) => ({ adresseLivraison: { rue, ville: 'Paris' } })

const slipsOf = async (ordreId: string) =>
  (
    await shop.call<{ id: number }[]>(
      'GET',
      `/api/publique/bordereau?ordreId=${ordreId}`,
      undefined,
      KEYS.admin,
    )
  ).body

/** Creates a promotion whose target, a customer, strangers do not see. */
async function promoteFor(idClient: string) {
  const period = { dateDebut: '2020-01-01T00:00:00.000Z', dateFin: '2999-01-01T00:00:00.000Z' }
  const value = { typePromotion: 'POURCENTAGE', valeurPromotion: 50, uniteValeur: 'PERCENT' }
  const body = { categoriePromotion: 'PANIER', ...value, ...period, idClient: [idClient] }
  assert.equal((await shop.call('POST', '/api/publique/data', body, KEYS.admin)).status, 201)
}

async function openBranch(mark: string): Promise<Branch> {
  const { product, store, stock, placed } = createShopActions(shop, KEYS.admin['x-api-key'])
  const after = createAfterSaleActions(shop, KEYS.admin)
  const [{ id: storeId }, { id: productId }] = [await store(), await product()]
  await stock(storeId, productId, 50)
  const articles = [articleOf(productId)]
  const clientInfo = { email: 'ada@example.org' }
  const unpaid = await placed(articles, { ...addressAt(mark), clientInfo })
  const paid = await after.paidOrder(articles, addressAt(mark))
  const delivered = await after.paidOrder(articles, addressAt(mark))
  await after.move(delivered.ordreId, 'LIVREE')
  const slips = await eventually('the paid order has a slip', async () => {
    const found = await slipsOf(paid.ordreId)
    return found.length > 0 && found
  })
  return {
    ...{ storeId, productId, mark, slipId: slips[0]?.id ?? 0, placed: unpaid.ordreId, paid: paid.ordreId },
    ...{ delivered: delivered.ordreId, transactionId: delivered.transactionId },
    retractationId: (await createWithdrawalActions(shop, KEYS.admin).withdraw(unpaid.ordreId)).id,
  }
}

const order = (ordreId: string) => ({ path: `{ordreId}=${ordreId}` })
const cash = { clientId: 'CLI_0A1B2C3D', montant: PRICE / 100 }

/** A call of each operation that has a rule, about a store. Those that change something are in `CHANGES`. */
const READS: Record<string, (branch: Branch) => Request> = {
  listSlips: ({ storeId }) => ({ query: `storeId=${storeId}` }),
  countWaitingSlips: () => ({}),
  getSlip: ({ slipId }) => ({ path: `{id}=${slipId}` }),
  getSlips: ({ slipId }) => ({ query: `ids=${slipId}` }),
  listStockMovements: ({ storeId, productId }) => ({
    path: `{storeId}=${storeId}&{productId}=${productId}`,
  }),
  listCountedStocks: ({ storeId }) => ({ query: `storeId=${storeId}` }),
  listReservations: ({ storeId }) => ({ query: `storeId=${storeId}` }),
  getOrder: ({ paid }) => order(paid),
  listOrderStatuses: ({ paid }) => order(paid),
  readOrderFile: ({ paid }) => order(paid),
  searchOrders: ({ storeId }) => ({ query: `magasinId=${storeId}` }),
  listWithdrawals: () => ({}),
  readInvoice: ({ delivered }) => order(delivered),
  showCancelPage: ({ placed }) => order(placed),
  listRepairAges: ({ storeId }) => ({ query: `magasinId=${storeId}` }),
  readSalesFigures: ({ storeId }) => ({ query: `magasinId=${storeId}` }),
  readPeriodFigures: ({ storeId }) => ({ query: `magasinId=${storeId}` }),
  readGroupFigures: ({ storeId }) => ({ query: `magasinId=${storeId}` }),
  listBestSellers: ({ storeId }) => ({ query: `magasinId=${storeId}` }),
  listPromotionFigures: ({ storeId }) => ({ query: `magasinId=${storeId}` }),
}
const CHANGES: Record<string, (branch: Branch) => Request> = {
  correctRecipient: ({ paid }) => ({ ...order(paid), body: { adresseLivraison: { etage: '3' } } }),
  sendPaymentLink: ({ placed }) => order(placed),
  changeStock: ({ storeId, productId }) => ({
    path: `{storeId}=${storeId}&{productId}=${productId}`,
    body: { difference: 1 },
  }),
  changeSlip: ({ slipId }) => ({ path: `{id}=${slipId}`, body: { statut: 'prepare' } }),
  changeOrderStatus: ({ paid }) => ({ ...order(paid), body: { nouveauStatut: 'EXPEDIEE' } }),
  changeOrderNote: ({ paid }) => ({ ...order(paid), body: { noteInterne: 'Rappeler' } }),
  returnGoods: ({ delivered, productId }) => ({
    body: { ordreId: delivered, articles: [{ id: productId, quantite: 1 }] },
  }),
  decideWithdrawal: ({ retractationId }) => ({
    path: `{id}=${retractationId}`,
    body: { statut: 'refusee', motif: 'Impayée' },
  }),
  placeOrder: ({ storeId, productId }) => ({
    body: createShopActions(shop).order([articleOf(productId)], {
      clientId: 'INVITE-1',
      livraison: { mode: 'retrait', magasinId: storeId },
    }),
  }),
  createCashPayment: ({ placed }) => ({ body: { ...cash, orderId: placed } }),
  cancelOrder: ({ placed }) => ({ ...order(placed), body: {} }),
  cancelOrderOnPage: ({ placed }) => order(placed),
}
/** Operations of several stores, which have a test of their own. */
const OF_SEVERAL_STORES = ['transferStock']
/** Operations with the rule `none`. */
const OF_NO_STORE = [
  ...['calculateBasket', 'priceBasket'],
  ...['listDeliveryMethods', 'getDeliveryMethod', 'listOfferedDeliveryMethods'],
  ...['changeOwnStaffPassword', 'requestStaffCodes', 'confirmStaffCodes'],
]

async function send({ method, path: route }: Operation, headers: object, { path, query, body }: Request) {
  let url = route
  for (const [name, value] of new URLSearchParams(path)) url = url.replace(name, encodeURIComponent(value))
  const response = await shop.server.inject({
    ...{ method, url: query ? `${url}?${query}` : url, headers: { ...headers } },
    ...(body === undefined ? {} : { payload: body as object }),
  })
  const code = /"code":"([\w-]+)"/.exec(response.body)?.[1]
  return { status: response.statusCode, code, text: response.body }
}

const operationOf = (id: string) => {
  const found = operations.find(each => each.id === id)
  assert.ok(found, id)
  return found
}

/** The rows of a store, and those of callers, which no call of another store may change. */
const rowsOf = async ({ storeId, placed, paid, delivered }: Branch) => {
  const { db } = shop.platform
  const ids = sql.list([placed, paid, delivered, shared], 'text')
  return JSON.stringify(
    await Promise.all([
      db.rows(sql`select * from logistics.stock where "storeId" = ${storeId} order by id`),
      db.rows(sql`select * from logistics.bordereau where "storeId" = ${storeId} order by id`),
      db.rows(
        sql`select * from logistics.ligne where "storeId" = ${storeId} order by "ordreId", "productId"`,
      ),
      db.rows(sql`select * from orders.commande where ${storeId} = any(magasins) order by "ordreId"`),
      db.rows(sql`select * from orders.changement_statut where "ordreId" = any(${ids}) order by id`),
      db.rows(sql`select * from orders.retour where "ordreId" = any(${ids}) order by id`),
      db.rows(sql`select * from payments.transaction where "orderId" = any(${ids}) order by id`),
      db.rows(sql`select * from payments.lien where "orderId" = any(${ids}) order by id`),
      db.rows(sql`select id, nom, droits, magasins from accounts.cle order by id`),
      db.rows(sql`select id, nom, droits, magasins from accounts.membre order by id`),
    ]),
  )
}

/** Fills the address and the query of any operation with records of a store. */
function anyRequest({ path, area, query, method }: Operation, branch: Branch): Request {
  const { storeId, productId, slipId, paid, transactionId } = branch
  const values: Record<string, string | number> = {
    ...{
      storeId,
      store_id: storeId,
      magasinId: storeId,
      productId,
      produits: productId,
      productIds: productId,
    },
    ...{ ordreId: paid, orderId: paid, ids: slipId, transactionId, clientId: 'CLI_0A1B2C3D', userId: 1 },
    id: area === 'logistics' ? slipId : area === 'payments' ? transactionId : 1,
  }
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  return {
    path: names.map(name => `{${name}}=${values[name] ?? 1}`).join('&'),
    query: query.flatMap(name => (name in values ? `${name}=${values[name]}` : [])).join('&'),
    body: method === 'GET' || method === 'DELETE' ? undefined : {},
  }
}

test('every operation with a rule for stores has an example here', () => {
  const ruled = operations.filter(({ stores }) => stores !== undefined).map(({ id }) => id)
  const known = [...Object.keys(READS), ...Object.keys(CHANGES), ...OF_SEVERAL_STORES, ...OF_NO_STORE]
  assert.deepEqual(ruled.sort(), known.sort())
})

describe('a key limited to one store', () => {
  test('reads and changes nothing of another store, on any route and with any right', async () => {
    const marks = [theirs.mark, 'Rue AB', theirs.placed, theirs.paid, theirs.delivered]
    let before = await rowsOf(theirs)
    assert.ok(operations.length > 150, `${operations.length} operations`)
    const leaks: string[] = []
    for (const operation of operations) {
      const { id, access, rights, stores } = operation
      const target = READS[id] ?? CHANGES[id]
      const requests = [anyRequest(operation, theirs), ...(target ? [target(theirs)] : [])]
      for (const [right, headers] of keys)
        for (const request of requests) {
          const { status, code, text } = await send(operation, headers, request)
          const name = `${right}: ${id} ${status} ${code ?? ''}`
          const isExempt = access === 'open' && stores === undefined
          if (!isExempt && status < 300 && marks.some(mark => text.includes(mark)))
            leaks.push(`${name} reads`)
          const mayUse = right === 'admin' || rights.some(each => each === right)
          const isClosed = access !== 'open' && stores === undefined && rights.length > 0
          if (isClosed && mayUse && code !== 'magasin-interdit') leaks.push(`${name} is not closed`)
          const isAbout = request !== requests[0] && stores !== 'list'
          if (isAbout && mayUse && status !== 403) leaks.push(`${name} is admitted`)
        }
      const now = await rowsOf(theirs)
      if (now !== before) leaks.push(`${id} changes`)
      before = now
    }
    assert.deepEqual(leaks, [])
  })

  test('sees on open routes no more than the public does', async () => {
    const differing: string[] = []
    for (const operation of operations.filter(each => each.access === 'open' && each.stores === undefined)) {
      if (operation.method !== 'GET') continue
      const request = anyRequest(operation, theirs)
      const anonymous = await send(operation, {}, request)
      for (const right of ['admin', 'warehouse', 'catalogue', 'support'])
        if ((await send(operation, keys.get(right) ?? {}, request)).text.length > anonymous.text.length)
          differing.push(`${right}: ${operation.id}`)
    }
    assert.deepEqual(differing, [])
  })

  test('reads an order that another store serves with its own, and does not change it', async () => {
    const support = keys.get('support') ?? {}
    assert.equal((await send(operationOf('readOrderFile'), support, order(shared))).status, 200)
    const before = await rowsOf(theirs)
    for (const [id, body] of [
      ['changeOrderStatus', { nouveauStatut: 'LIVREE' }],
      ['cancelOrder', {}],
    ] as const) {
      const { status, code } = await send(operationOf(id), support, { ...order(shared), body })
      assert.deepEqual([status, code], [403, 'magasin-interdit'], id)
    }
    assert.equal(await rowsOf(theirs), before)
  })

  test('lists its own stocks, slips, reservations and orders alone, with and without a filter', async () => {
    const found = async (id: string, right: string, query = '') => {
      const { text } = await send(operationOf(id), keys.get(right) ?? {}, { query })
      const body = JSON.parse(text)
      return (Array.isArray(body) ? body : body.data) as { storeId: number; ordreId: string }[]
    }
    for (const query of ['', `storeId=${ours.storeId}`, 'page=1']) {
      for (const id of ['listSlips', 'listCountedStocks', 'listReservations']) {
        const rows = await found(id, 'warehouse', query)
        assert.deepEqual([...new Set(rows.map(({ storeId }) => storeId))], [ours.storeId], `${id} ${query}`)
      }
    }
    assert.deepEqual(
      (await found('countWaitingSlips', 'warehouse')).map(({ storeId }) => storeId),
      [ours.storeId],
    )
    const ofOrder = await found('listSlips', 'warehouse', `ordreId=${shared}`)
    assert.deepEqual(
      ofOrder.map(({ storeId }) => storeId),
      [ours.storeId],
    )
    for (const query of ['', `magasinId=${ours.storeId}`])
      assert.deepEqual(
        (await found('searchOrders', 'till', query)).map(({ ordreId }) => ordreId).sort(),
        [ours.placed, ours.paid, ours.delivered, shared].sort(),
      )
  })

  test('acts in its own store as a key of all stores does', async () => {
    const refused: string[] = []
    for (const [id, request] of Object.entries({ ...READS, ...CHANGES })) {
      const operation = operationOf(id)
      const [right = 'admin'] = operation.rights
      const answer = await send(operation, keys.get(right) ?? {}, request(ours))
      // The page receives a form, the order is paid or cancelled by then, and no invoice was issued yet.
      const expected = ['readInvoice', 'cancelOrder', 'cancelOrderOnPage'].includes(id)
        ? [200, 409, 415]
        : [200, 201, 202]
      if (!expected.includes(answer.status))
        refused.push(`${id} ${answer.status} ${answer.text.slice(0, 200)}`)
    }
    assert.deepEqual(refused, [])
  })

  test('transfers stock only between stores that are all its own', async () => {
    const both = await createLimitedKey(shop, [ours.storeId, theirs.storeId], 'warehouse')
    const transferred = async (headers: object, de: Branch, vers: Branch) => {
      const stores = { deMagasinId: de.storeId, versMagasinId: vers.storeId }
      const body = { productId: de.productId, ...stores, quantite: 1 }
      return (await send(operationOf('transferStock'), headers, { body })).status
    }
    const own = keys.get('warehouse') ?? {}
    const before = await rowsOf(theirs)
    assert.deepEqual([await transferred(own, ours, theirs), await transferred(own, theirs, ours)], [403, 403])
    assert.equal(await rowsOf(theirs), before)
    // The second store has no stock of the product before.
    assert.equal(await transferred(both.header, ours, theirs), 201)
    const moved = await shop.platform.db.rows(sql<{ storeId: number; auteur: string }>`
      select "storeId", auteur from logistics.mouvement where nature = 'transfert' order by quantite`)
    const line = await shop.platform.db.rows(sql<{ auteur: string }>`
      select auteur from platform.audit where operation = 'transferStock' and resultat = 'fait'`)
    assert.deepEqual(
      [moved.map(({ storeId }) => storeId), new Set(moved.map(({ auteur }) => auteur)).size, line.length],
      [[ours.storeId, theirs.storeId], 1, 1],
    )
    assert.equal(moved[0]?.auteur, line[0]?.auteur)
  })

  test('needs a store in figures, and names the accepted ones in a refusal', async () => {
    const { status, text } = await send(operationOf('readSalesFigures'), keys.get('support') ?? {}, {})
    assert.equal(status, 403)
    assert.equal(JSON.parse(text).message, `magasinId must be one of ${ours.storeId}`)
  })

  test('places no order for a delivery, whose goods may come from any store', async () => {
    const body = createShopActions(shop).order([articleOf(ours.productId)], { clientId: 'INVITE-1' })
    const { status, code } = await send(operationOf('placeOrder'), keys.get('till') ?? {}, { body })
    assert.deepEqual([status, code], [403, 'magasin-interdit'])
  })

  test('takes cash for its store without an order, and not for an unknown order or another store', async () => {
    const pay = async (more: object) =>
      (await send(operationOf('createCashPayment'), keys.get('till') ?? {}, { body: { ...cash, ...more } }))
        .status
    assert.equal(await pay({ magasinId: ours.storeId }), 201)
    assert.equal(await pay({}), 403)
    assert.equal(await pay({ magasinId: theirs.storeId }), 403)
    assert.equal(await pay({ magasinId: ours.storeId, orderId: 'CMD-UNKNOWN' }), 403)
    assert.equal(await pay({ magasinId: ours.storeId, orderId: theirs.paid }), 403)
  })
})

describe('the stores of a key', () => {
  const make = (magasins: unknown) =>
    shop.call<{ magasins: number[] | null }>(
      'POST',
      '/api/v1/privee/cles',
      { nom: 'x', droits: ['till'], magasins },
      KEYS.admin,
    )

  test('are listed with it; null and absent mean all', async () => {
    for (const [given, stored] of [
      [
        [ours.storeId, theirs.storeId],
        [ours.storeId, theirs.storeId],
      ],
      [null, null],
      [undefined, null],
    ]) {
      const { status, body } = await make(given)
      assert.deepEqual([status, body.magasins], [201, stored])
    }
  })

  test('are given to comptoir keys add, and shown by comptoir keys list', async t => {
    await shop.server.listen({ host: '127.0.0.1', port: 0 })
    const remote = { url: shop.server.listeningOrigin, key: KEYS.admin['x-api-key'] }
    const { mock } = t.mock.method(console, 'log', () => {})
    await addKey('Lille', { ...remote, rights: 'till', stores: '3,4' })
    await listKeys(remote)
    const printed = mock.calls.map(call => call.arguments.join(' ')).join('\n')
    assert.match(printed, /Lille +till +3,4 +no expiry/)
    assert.match(printed, /Clé till +till +[\d,]+ +no expiry/)
    await assert.rejects(addKey('x', { ...remote, rights: 'till', stores: '3,x' }), /magasins/)
  })

  test('are different positive integers', async () => {
    for (const given of [[], [0], [-1], [1.5], ['3'], [3, 3], '3', 3, {}, [1e300]])
      assert.equal((await make(given)).status, 400, JSON.stringify(given))
  })
})

test('the stores of a member of staff limit their session, and can be changed and removed', async () => {
  const { id, email } = await addStaffMember(shop, 'warehouse')
  const change = (magasins: number[] | null) =>
    shop.call<{ magasins: number[] | null }>(
      'PATCH',
      `/api/v1/privee/personnel/${id}`,
      { magasins },
      KEYS.admin,
    )
  assert.deepEqual((await change([ours.storeId])).body.magasins, [ours.storeId])
  const { header } = await signInStaff(shop, email)
  const stocks = async ({ storeId }: Branch) =>
    (await shop.call('GET', `/api/v1/privee/stocks?storeId=${storeId}`, undefined, header)).status
  assert.deepEqual([await stocks(ours), await stocks(theirs)], [200, 403])
  const session = await shop.call('GET', '/api/v1/publique/sessions-personnel', undefined, header)
  assert.deepEqual((session.body as { magasins?: number[] }).magasins, [ours.storeId])
  const own = { motDePasseActuel: PASSWORD, motDePasse: 'un autre long mot de passe' }
  assert.equal((await shop.call('PATCH', '/api/v1/publique/profil-personnel', own, header)).status, 204)
  const name = await shop.call('PATCH', `/api/v1/privee/personnel/${id}`, { nom: 'N' }, KEYS.admin)
  assert.deepEqual((name.body as { magasins?: number[] }).magasins, [ours.storeId])
  assert.equal((await change(null)).body.magasins, null)
  await eventually('the session acts in all stores', async () => (await stocks(theirs)) === 200)
})
