import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { addStaffMember, GUARDED, KEYS, signInStaff } from '../../../test/support/guarded.ts'
import { openPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import { sql } from '../../platform/database/sql.ts'
import { deleteNetworkHashes } from '../store/orders.ts'

const KEY = KEYS.admin
type Article = { id: number; quantite: number; prixUnitaireCents: number }
type Answer = { status: number; wait: number; ordreId: string; message: string }

/** Opens a shop whose requests can come from any address. */
async function open(settings: Record<string, string>, databaseUrl?: string) {
  const shop = await openPlatform({ settings, started: false, databaseUrl })
  const key = 'COMPTOIR_API_KEYS' in settings ? KEY['x-api-key'] : undefined
  const { product, store, stock, left, order } = createShopActions(shop, key)
  const { id: storeId } = await store()
  return {
    ...shop,
    left,
    order,
    /** Creates a product with this quantity in stock and returns its id. */
    async stocked(quantity: number) {
      const { id } = await product()
      await stock(storeId, id, quantity)
      return id
    },
    async place(
      articles: Article[],
      ip = '192.0.2.1',
      headers: Record<string, string> = {},
      more: object = {},
    ) {
      const body = order(articles, more)
      const answer = await shop.server.inject({
        method: 'POST',
        url: '/api/commandes',
        remoteAddress: ip,
        headers,
        body,
      })
      const wait = Number(answer.headers['retry-after'])
      return { ...(answer.json() as Answer), status: answer.statusCode, wait }
    },
    link: (orderId: string, amount: number, headers: Record<string, string> = {}) =>
      shop.call<{ message: string }>(
        'POST',
        '/api/publique/interface-paiement',
        { orderId, amount, returnUrl: 'https://shop.example/' },
        headers,
      ),
  }
}
const line = (id: number, quantite: number): Article => ({ id, quantite, prixUnitaireCents: 1000 })
const count = (answers: Answer[], status: number) => answers.filter(each => each.status === status).length

// Each order that waits for a lock uses a connection, and the others need one to reach the lock.
const settings = { ...GUARDED, COMPTOIR_LIMIT_ORDERS: '100000', COMPTOIR_DATABASE_POOL: '10' }
let shop: Awaited<ReturnType<typeof open>>
let other: typeof shop
before(async () => {
  shop = await open(settings)
  const url = new URL(shop.databaseUrl)
  url.searchParams.set('application_name', 'other')
  other = await open(settings, url.href)
  // An order with a key must name an existing customer or a guest.
  const customer = { nom: 'Lovelace', prenom: 'Ada', adresseMail: 'a@example.org', idClient: 'CLI_0A1B2C3D' }
  assert.equal((await shop.call('POST', '/api/publique/clients', customer, KEY)).status, 201)
})

describe('an order without a key or a token', () => {
  test('is limited to ten of an article, in one line or two', async () => {
    const id = await shop.stocked(100)
    assert.equal((await shop.place([line(id, 10)])).status, 201)
    for (const articles of [[line(id, 11)], [line(id, 6), line(id, 5)]]) {
      const { status, message } = await shop.place(articles)
      assert.deepEqual([status, /au plus 10 exemplaires d’un article/.test(message)], [409, true])
    }
    assert.equal(await shop.left(id), 90)
  })

  test('is limited to fifty units in total, for guests too', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => shop.stocked(100)))
    const fifty = ids.slice(0, 5).map(id => line(id, 10))
    const more = [...fifty, line(ids[5]!, 1)]
    assert.equal((await shop.place(fifty, '192.0.2.2')).status, 201)
    assert.equal((await shop.place(more, '192.0.2.2')).status, 409)
    assert.equal((await shop.place(more, '192.0.2.2', {}, { clientId: 'INVITE_1' })).status, 409)
    assert.equal(await shop.left(ids[5]!), 100)
  })

  test("has limits that do not apply with a key or with the customer's own token", async () => {
    const id = await shop.stocked(1000)
    assert.equal((await shop.place([line(id, 60)], '192.0.2.3', KEY)).status, 201)
    const body = { email: 'ada@example.org', motDePasse: 'secret', prenom: 'Ada', nom: 'Lovelace' }
    const { body: ada } = await shop.call<{ accessToken: string; clientId: string }>(
      'POST',
      '/api/auth/register',
      body,
    )
    const token = { authorization: `Bearer ${ada.accessToken}` }
    assert.equal(
      (await shop.place([line(id, 60)], '192.0.2.3', token, { clientId: ada.clientId })).status,
      201,
    )
    assert.equal((await shop.place([line(id, 60)], '192.0.2.3', {}, { clientId: ada.clientId })).status, 409)
  })
})

describe('one address', () => {
  const place = (id: number, ip: string, headers = {}) => shop.place([line(id, 1)], ip, headers)

  /**
   * Blocks inserts of orders until `release`, so that all orders placed until then are counted concurrently. `waiting`
   * queries on the same connection, because the waiting orders may use all others.
   */
  async function holdInserts() {
    const client = await shop.platform.db.pg.connect()
    await client.query('begin; lock table orders.commande in share mode')
    return {
      async waiting() {
        await client.query('select pg_stat_clear_snapshot()')
        const { rows } = await client.query<{ n: number }>(`
          select count(distinct application_name)::integer as n from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        return rows[0]!.n
      },
      async release() {
        await client.query('commit')
        client.release()
      },
    }
  }

  test('with the key of a shop is not limited, whatever guests it orders for, nor is staff', async () => {
    const id = await shop.stocked(100)
    const guest = { clientId: 'INVITE_7' }
    const orders = Array.from({ length: 30 }, () => shop.place([line(id, 1)], '192.0.2.9', KEY, guest))
    assert.equal(count(await Promise.all(orders), 201), 30)
    assert.equal((await shop.place([line(id, 11)], '192.0.2.9', KEY, guest)).status, 409)
    const { email } = await addStaffMember(shop, 'support')
    const { header } = await signInStaff(shop, email)
    assert.equal((await shop.place([line(id, 11)], '192.0.2.9', header, guest)).status, 201)
  })

  test('can have twenty unpaid orders, even concurrently in two processes, and refused ones reserve nothing', async () => {
    const id = await shop.stocked(100)
    const held = await holdInserts()
    const placing = Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 ? shop : other).place([line(id, 1)], '192.0.2.10')),
    )
    try {
      await eventually(
        'orders of both processes wait for the table',
        async () => (await held.waiting()) === 2,
      )
    } finally {
      await held.release()
    }
    const answers = await placing
    assert.deepEqual([count(answers, 201), count(answers, 429)], [20, 20])
    for (const { status, wait } of answers)
      assert.ok(status === 201 || (wait > 1_000 && wait <= 1_800), `${wait}`)
    await eventually(
      'the reservations of refused orders are released',
      async () => (await shop.left(id)) === 80,
    )
    const { kept } = await shop.platform.db.one(sql<{ kept: number }>`
      select count(*) as kept from orders.commande where reseau is not null and lignes::text like ${`%"${id}"%`}`)
    assert.equal(kept, 20)

    assert.equal((await place(id, '192.0.2.11')).status, 201)
    assert.equal((await place(id, '192.0.2.10', KEY)).status, 201)
  })

  test('can order again once an order is paid or cancelled, with the same Idempotency-Key too', async () => {
    const id = await shop.stocked(100)
    const answers = await Promise.all(Array.from({ length: 20 }, () => place(id, '192.0.2.12')))
    const again = { 'idempotency-key': 'one-more-that-has-to-wait' }
    assert.equal((await place(id, '192.0.2.12', again)).status, 429)
    const cancel = { nouveauStatut: 'ANNULEE' }
    const url = `/api/commandes/${answers[0]!.ordreId}/statut`
    assert.equal((await shop.call('PATCH', url, cancel, KEYS.admin)).status, 200)
    assert.equal((await place(id, '192.0.2.12', again)).status, 201)
    assert.equal((await place(id, '192.0.2.12')).status, 429)

    const paid = await createShopActions(shop, KEYS.admin['x-api-key']).pay(answers[1]!.ordreId, 10)
    const { authorizationId, transactionId } = paid.response
    const amount = { transactionId: String(transactionId), authorizationId, amount: '10.00' }
    await shop.platform.db.pg.query(`update payments.transaction set status = 'accepte' where id = $1`, [
      transactionId,
    ])
    const confirmed = await shop.call(
      'POST',
      `/api/commandes/${answers[1]!.ordreId}/confirmer-paiement`,
      amount,
    )
    assert.equal(confirmed.status, 200, JSON.stringify(confirmed.body))
    assert.equal((await place(id, '192.0.2.12')).status, 201)
  })

  test('is stored as a hash while its orders await payment, and then deleted', async () => {
    const id = await shop.stocked(100)
    const { ordreId } = await place(id, '192.0.2.13')
    const { db, clock } = shop.platform
    const kept = async () =>
      (
        await db.one(
          sql<{ reseau: string | null }>`select reseau from orders.commande where "ordreId" = ${ordreId}`,
        )
      ).reseau
    assert.match((await kept()) ?? '', /^[\w-]{43}$/)
    await db.transaction(tx => deleteNetworkHashes(tx, clock.now()))
    assert.notEqual(await kept(), null)
    await db.transaction(tx => deleteNetworkHashes(tx, clock.after(2 * 3_600_000)))
    assert.equal(await kept(), null)
  })
})

describe('a payment link', () => {
  /** Moves the times of the order into the past. */
  const age = (ordreId: string, minutes: number) =>
    shop.platform.db.pg.query(
      `update orders.commande set "createdAt" = "createdAt" - $2::interval, "prolongeableJusque" = "prolongeableJusque" - $2::interval,
        "reserveeJusque" = "reserveeJusque" - $2::interval where "ordreId" = $1`,
      [ordreId, `${minutes} minutes`],
    )
  const countReserved = async (ordreId: string) => {
    const { until } = await shop.platform.db.one(sql<{ until: Date }>`
      select "reserveeJusque" as until from orders.commande where "ordreId" = ${ordreId}`)
    return Math.round((until.getTime() - shop.platform.clock.now().getTime()) / 60_000)
  }

  test('extends the reservation of an order without a key to two hours after the order; then it is refused, with a key too', async () => {
    const id = await shop.stocked(10)
    const { ordreId } = await shop.place([line(id, 1)], '192.0.2.20')
    await age(ordreId, 60)
    assert.equal((await shop.link(ordreId, 10)).status, 201)
    assert.equal(await countReserved(ordreId), 30)
    await age(ordreId, 50)
    assert.equal((await shop.link(ordreId, 10)).status, 201)
    assert.equal(await countReserved(ordreId), 10)
    await age(ordreId, 10)
    for (const headers of [{}, KEY]) assert.equal((await shop.link(ordreId, 10, headers)).status, 409)
  })

  test('extends the reservation of an order with a key each time it is requested', async () => {
    const id = await shop.stocked(10)
    const { ordreId } = await shop.place([line(id, 1)], '192.0.2.21', KEY)
    await age(ordreId, 300)
    assert.equal((await shop.link(ordreId, 10, KEY)).status, 201)
    assert.equal(await countReserved(ordreId), 30)
  })
})

test('the delivery address and the customer details are limited to 8 KiB each, with a key too', async () => {
  const id = await shop.stocked(10)
  const text = (bytes: number) => ({ note: 'x'.repeat(bytes - '{"note":""}'.length) })
  for (const field of ['adresseLivraison', 'clientInfo'])
    for (const headers of [{}, KEY]) {
      const status = async (bytes: number) =>
        (await shop.place([line(id, 1)], '192.0.2.30', headers, { [field]: text(bytes) })).status
      assert.deepEqual([await status(8_192), await status(8_193)], [201, 413], field)
    }
  assert.equal(await shop.left(id), 6)
})

test('without keys configured there are none of these limits', async () => {
  const free = await open({})
  const id = await free.stocked(1000)
  const more = { clientInfo: { note: 'x'.repeat(10_000) } }
  for (let i = 0; i < 21; i++)
    assert.equal((await free.place([line(id, 11)], '127.0.0.1', {}, more)).status, 201)
  assert.equal((await free.place([line(id, 60)], '127.0.0.1')).status, 201)
})
