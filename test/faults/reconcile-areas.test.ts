import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient } from '../../src/commands/http.ts'
import { findDisagreements } from '../../src/commands/reconcile/compare.ts'
import { type Client, createAfterSaleActions, openQuickShop } from '../support/after-sale.ts'
import { eventually } from '../support/eventually.ts'
import { LEGAL } from '../support/invoices.ts'
import type { TestPlatform } from '../support/platform.ts'
import { createShopActions } from '../support/shopping.ts'

let shop: TestPlatform
let url: string
let client: Client
let productId: number
let storeId: number
before(async () => {
  shop = await openQuickShop(LEGAL)
  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  url = shop.server.listeningOrigin
  client = await createAfterSaleActions(shop).customer()
  productId = (await createShopActions(shop).product()).id
  storeId = (await createShopActions(shop).store()).id
  await createShopActions(shop).stock(storeId, productId, 1_000)
})
after(() => shop.close())

type Found = { order: string | null; line: string }

async function found(settledBefore = shop.platform.clock.now()): Promise<Found[]> {
  const now = shop.platform.clock.now()
  const list: Found[] = []
  for await (const { subject, order, what } of findDisagreements(createClient({ url }), {
    now,
    settledBefore,
  }))
    list.push({ order, line: `${subject} ${what}` })
  return list
}

const change = (statement: string, ...values: unknown[]) =>
  shop.platform.db.pg.query({ text: statement, values })

const articles = (quantite: number) => [{ id: productId, quantite, prixUnitaireCents: 1000 }]

/** Waits until every event is consumed and no job is due, so that all invoices are written. */
async function untilDrained() {
  await createAfterSaleActions(shop).untilDrained()
  await eventually('no job is due', async () => {
    const { rows } = await shop.platform.db.pg.query(`
      select from graphile_worker._private_jobs as job
      join graphile_worker._private_tasks as task on task.id = task_id
      where run_at <= now() and coalesce(key, '') <> identifier`)
    return rows.length === 0
  })
  await createAfterSaleActions(shop).untilDrained()
}

/** Creates orders of €30 each, and waits until they are paid, invoiced and delivered. */
async function delivered(howMany: number) {
  const { paidOrder, move } = createAfterSaleActions(shop)
  const orders = await Promise.all(
    Array.from({ length: howMany }, () => paidOrder(articles(3), { clientId: client.idClient })),
  )
  await untilDrained()
  await Promise.all(orders.map(({ ordreId }) => move(ordreId, 'LIVREE')))
  await untilDrained()
  return orders
}

test('reconcile finds nothing after purchases, refunds, returns, cancellations, guest orders and deletions by staff', async () => {
  const { paidOrder, refund, move, customer } = createAfterSaleActions(shop)
  const [back, whole, part] = await delivered(4)
  assert.ok(back && whole && part)
  for (const remisEnStock of [true, false])
    await shop.call('POST', '/api/v1/privee/retours', {
      ...{ ordreId: back.ordreId, articles: [{ id: productId, quantite: 1 }], remisEnStock },
    })
  await refund(whole.transactionId)
  await refund(part.transactionId, 12.5)
  const cancelled = await paidOrder(articles(2), { clientId: client.idClient })
  await shop.call('POST', `/api/v1/publique/commandes/${cancelled.ordreId}/annulation`)
  const guest = await paidOrder(articles(1), { clientId: 'INVITE-1' })
  await move(guest.ordreId, 'LIVREE')
  const unpaid = await createShopActions(shop).placed(articles(4), { clientId: client.idClient })
  await move(
    (await createShopActions(shop).placed(articles(5), { clientId: client.idClient })).ordreId,
    'ANNULEE',
  )
  const sent = await createShopActions(shop).placed(articles(1), { clientId: client.idClient })
  await move(sent.ordreId, 'EXPEDIEE')
  await move(sent.ordreId, 'ANNULEE')

  const other = await customer()
  const deleted = await paidOrder(articles(1), { clientId: other.idClient })
  await untilDrained()
  const { rows } = await change(`select id from purchases.achat where "ordreId" = $1`, deleted.ordreId)
  const path = `/api/privee/client-buy-history/${rows[0].id}`
  assert.equal((await shop.call('DELETE', path)).status, 200)
  const changed = await paidOrder(articles(1), { clientId: other.idClient })
  await untilDrained()
  const row = await change(`select id from purchases.achat where "ordreId" = $1`, changed.ordreId)
  const to = `/api/privee/client-buy-history/${row.rows[0].id}`
  assert.equal((await shop.call('PATCH', to, { quantity: 9 })).status, 200)

  await untilDrained()
  assert.deepEqual(await found(), [])
  const { rows: reservations } = await change(
    'select statut from logistics.reservation where "ordreId" = $1',
    unpaid.ordreId,
  )
  assert.deepEqual(reservations, [{ statut: 'active' }], 'an order awaits payment')
})

type Damage = [what: RegExp, statement: string]

/** The expected finding of each statement that damages a delivered order of €30. `$1` is the order id. */
const DAMAGES: Damage[] = [
  [
    /^payment records 500 cents as refunded, but its refunds total 0$/,
    `update payments.transaction set "montantRembourseCents" = 500 where "orderId" = $1`,
  ],
  [
    /^payment announced en_attente instead of en_attente, accepte$/,
    `delete from payments.annonce where status = 'accepte' and "transactionId" in (
      select id from payments.transaction where "orderId" = $1)`,
  ],
  [
    /^payment refunded 0 cents, but the order records 700$/,
    `update orders.paiement set "rembourseCents" = 700 where "ordreId" = $1`,
  ],
  [/^payment paid 3000 cents, but the order records 0$/, `delete from orders.paiement where "ordreId" = $1`],
  [/^points 31 instead of 30$/, `update loyalty.attribution set points = 31 where "ordreId" = $1`],
  [/^points none instead of 30$/, `delete from loyalty.attribution where "ordreId" = $1`],
  [/^history has lost the rows of the order$/, `delete from purchases.achat where "ordreId" = $1`],
  [
    /^history totals 2997 cents for the order instead of 3000$/,
    `update purchases.achat set "unitPrice" = 999 where "ordreId" = $1`,
  ],
  [/^history does not contain the order$/, `delete from purchases.commande where "ordreId" = $1`],
  [
    /^history records a full refund of the order$/,
    `update purchases.commande set "rembourseeLe" = "createdAt" where "ordreId" = $1`,
  ],
  [/^slips are missing$/, `delete from logistics.bordereau where "ordreId" = $1`],
  [
    /^slips slip \d+ is prepare, but the order is LIVREE$/,
    `update logistics.bordereau set statut = 'prepare' where "ordreId" = $1`,
  ],
  [
    /^slips contain 7 units of article \d+, but the order contains 3$/,
    `update logistics.bordereau set articles = replace(articles::text, '"quantite":3', '"quantite":7')::json
      where "ordreId" = $1`,
  ],
  [
    /^stock 2 units of product \d+ were deducted instead of 3$/,
    `update logistics.ligne set quantite = 2 where "ordreId" = $1`,
  ],
  [
    /^stock 5 units were restocked instead of 0$/,
    `insert into logistics.retour ("retourId", "ordreId", articles, "createdAt")
      select 1000000, "ordreId", '[{"id":"1","quantite":5}]', "createdAt" from orders.commande where "ordreId" = $1`,
  ],
  [
    /^stock is still reserved for a confirmed order$/,
    `update logistics.reservation set statut = 'active' where "ordreId" = $1`,
  ],
  [
    /^stock is reserved for a cancelled order$/,
    `with cancelled as (update orders.commande set statut = 'ANNULEE', "expedieeLe" = null where "ordreId" = $1 returning "ordreId")
      update logistics.reservation set statut = 'active' from cancelled where reservation."ordreId" = cancelled."ordreId"`,
  ],
  [
    /^codes 0 uses are held instead of 1$/,
    `update orders.commande set codes = '[{"id":1,"code":"LOST","promotionId":1,"montantCents":1}]' where "ordreId" = $1`,
  ],
  [/^invoice is missing$/, `delete from orders.piece where "ordreId" = $1`],
  [
    /^invoice amounts to 2999 cents after credit notes, but 3000 are paid$/,
    `update orders.piece set contenu = jsonb_set(contenu::jsonb, '{totaux,ttcCents}', '2999')::json where "ordreId" = $1`,
  ],
  [
    /^slips exist, but the order is not confirmed$/,
    `update orders.commande set "confirmeeLe" = null where "ordreId" = $1`,
  ],
]

test('reconcile finds and names each kind of damage', async () => {
  const orders = await delivered(DAMAGES.length)
  assert.deepEqual(await found(), [])
  const done: { ordreId: string; what: RegExp }[] = []
  for (const [i, { ordreId }] of orders.entries()) {
    const [what, statement] = DAMAGES[i] ?? [/$^/, '']
    done.push({ ordreId, what })
    const { rowCount } = await change(statement, ordreId)
    assert.ok(rowCount, `${what} changed nothing`)
  }
  const list = await found()
  for (const { ordreId, what } of done) {
    const own = list.filter(({ order }) => order === ordreId).map(({ line }) => line)
    assert.ok(
      own.some(line => what.test(line)),
      `${what} is not among ${own.join('; ') || 'nothing'}`,
    )
  }
  const damaged = new Set(done.map(({ ordreId }) => ordreId))
  const others = list.filter(({ order }) => order !== null && !damaged.has(order))
  assert.deepEqual(others, [])

  // All changes count as recent here, so only disagreements that must not exist even briefly are reported.
  const early = await found(new Date(0))
  assert.deepEqual([...new Set(early.map(({ line }) => line.split(' ')[0]))].sort(), ['payment', 'stock'])
})

test('reconcile also finds errors outside orders: a wrong stock counter, a reservation without an order', async () => {
  const { id } = await createShopActions(shop).product()
  await createShopActions(shop).stock(storeId, id, 10)
  await change(`update logistics.stock set reserve = 4 where "productId" = $1`, id)
  const now = shop.platform.clock.now()
  await change(
    `insert into logistics.reservation ("ordreId", statut, "expireLe", "createdAt", "updatedAt")
      values ('NOBODY', 'active', $1::timestamptz + interval '1 day', $1, $1)`,
    now,
  )
  const linesAt = async (days: number) =>
    (await found(new Date(now.getTime() + days * 86_400_000))).map(({ order, line }) => `${order} ${line}`)
  const lines = await linesAt(2)
  const counter = `null stock product ${id} in store ${storeId} has 4 reserved units, but active reservations total 0`
  assert.ok(lines.includes(counter))
  const ended = 'NOBODY stock is still reserved after the reservation expired'
  assert.ok(lines.includes(ended))
  // A process that dies between reserving and storing an order leaves such a reservation, valid until it expires.
  assert.ok((await linesAt(0)).every(line => !line.startsWith('NOBODY')))
})
