import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createAfterSaleActions, openQuickShop } from '../../../test/support/after-sale.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import { goodsReturned, orderToPrepare } from '../contract.ts'

type Answer = {
  retourId: number
  transactionId: number | null
  refundId: number | null
  status: string
  montant: number
  code?: string
}

let shop: TestPlatform
let after: ReturnType<typeof createAfterSaleActions>
before(async () => {
  shop = await openQuickShop()
  after = createAfterSaleActions(shop)
})

const returnArticles = (body: object, headers?: Record<string, string>, at = shop) =>
  at.call<Answer>('POST', '/api/v1/privee/retours', body, headers)

/** Creates a delivered order of this many units at €10, and leaves five more in stock. */
async function delivered(quantite: number, promotion?: object) {
  const { product, store, stock, left } = createShopActions(shop)
  const { id, ean } = await product()
  const { id: storeId } = await store()
  await stock(storeId, id, quantite + 5)
  const montantTotalCents = promotion ? await promoted(id, quantite, promotion) : quantite * 1_000
  const ada = await after.customer()
  const { ordreId, transactionId } = await after.paidOrder([{ id, quantite, prixUnitaireCents: 1_000 }], {
    ...{ clientId: ada.idClient, montantTotalCents },
  })
  await after.move(ordreId, 'LIVREE')
  await after.untilDrained()
  return { ordreId, transactionId, ada, id, ean, left: () => left(id) }
}

async function promoted(id: number, quantite: number, promotion: object): Promise<number> {
  await shop.call('POST', '/api/publique/data', {
    ...{ categoriePromotion: 'PRODUIT', uniteValeur: 'EURO', idProduit: [id] },
    ...{ dateDebut: '2020-01-01T00:00:00.000Z', dateFin: '2999-01-01T00:00:00.000Z', ...promotion },
  })
  const articles = [{ id, quantite, prixUnitaireCents: 1_000 }]
  const { body } = await shop.call<{ totalApresPromo: number }>(
    'POST',
    '/api/publique/promotions/calculer-panier',
    { articles },
  )
  return body.totalApresPromo
}

describe('returned goods', () => {
  test('are refunded at their paid price, and restocked on request', async () => {
    const { ordreId, transactionId, ada, id, left } = await delivered(3)
    assert.equal(await left(), 5)

    const articles = [{ id, quantite: 1 }]
    const { status, body } = await returnArticles({
      ordreId,
      articles,
      motif: 'Trop grand',
      remisEnStock: true,
    })

    assert.equal(status, 201)
    assert.partialDeepStrictEqual(body, { transactionId, status: 'accepte', montant: 10 })
    await eventually('the product is back in stock', async () => (await left()) === 6)
    await after.untilDrained()
    assert.equal(await after.points(ada), 20)
    assert.deepEqual(await after.payment(ordreId), {
      ...{ statut: 'rembourse_en_partie', payeCents: 3_000, rembourseCents: 1_000 },
    })
    const refund = await shop.call('GET', `/api/private/transactions/${body.refundId}`)
    assert.partialDeepStrictEqual(refund.body, {
      ...{ transactionRembourseeId: transactionId, motif: 'Trop grand', source: 'retours' },
    })

    assert.equal((await returnArticles({ ordreId, articles: [{ id, quantite: 2 }] })).body.montant, 20)
    await after.untilDrained()
    assert.equal(await left(), 6)
    assert.deepEqual([await after.points(ada), (await after.history(ada)).length], [0, 0])
  })

  test('in several returns are refunded the same amount as together, to the cent', async () => {
    const offer = { typePromotion: 'MONTANT_FIXE', valeurPromotion: 3.33 }
    const { ordreId, id, ean } = await delivered(3, offer)
    const amounts: number[] = []
    for (const ref of [id, ean, String(id)])
      amounts.push((await returnArticles({ ordreId, articles: [{ id: ref, quantite: 1 }] })).body.montant)
    const { payeCents, rembourseCents } = await eventuallyRefunded(ordreId)
    assert.equal(
      amounts.reduce((sum, amount) => sum + Math.round(amount * 100), 0),
      payeCents,
    )
    assert.equal(rembourseCents, payeCents)
  })

  async function eventuallyRefunded(ordreId: string) {
    await after.untilDrained()
    return after.payment(ordreId)
  }

  test('are accepted up to the delivered quantity, even in twenty concurrent requests', async () => {
    const { ordreId, id, left } = await delivered(7)
    const before = await left()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        returnArticles({ ordreId, articles: [{ id, quantite: 1 }], remisEnStock: true }),
      ),
    )
    const made = answers.filter(({ status }) => status === 201)
    assert.equal(made.length, 7)
    assert.equal(new Set(made.map(({ body }) => body.refundId)).size, 7)
    for (const { status, body } of answers)
      if (status !== 201) assert.deepEqual([status, body.code], [409, 'retour-trop-grand'])
    await eventually('the products are back in stock', async () => (await left()) === (before ?? 0) + 7)
    assert.equal((await eventuallyRefunded(ordreId)).rembourseCents, 7_000)
  })

  test('are not returned twice by a request repeated with the same Idempotency-Key', async () => {
    const { ordreId, id } = await delivered(3)
    const key = { 'idempotency-key': crypto.randomUUID() }
    const body = { ordreId, articles: [{ id, quantite: 1 }] }
    const first = await returnArticles(body, key)
    const second = await returnArticles(body, key)
    assert.deepEqual(second.body, first.body)
    assert.equal((await eventuallyRefunded(ordreId)).rembourseCents, 1_000)
  })

  test('are refunded only up to the amount that is not yet refunded', async () => {
    const { ordreId, transactionId, id } = await delivered(2)
    await after.refund(transactionId, 15)
    const { body } = await returnArticles({ ordreId, articles: [{ id, quantite: 2 }] })
    assert.deepEqual([body.montant, body.status], [5, 'accepte'])
    await after.refund(transactionId)
    assert.equal((await eventuallyRefunded(ordreId)).rembourseCents, 2_000)
  })

  test('are refused if not delivered, not ordered or invalid, and nothing changes', async () => {
    const { ordreId, id } = await delivered(2)
    const { product, placed } = createShopActions(shop)
    const other = await product()
    const open = await placed([{ id: other.id, quantite: 1, prixUnitaireCents: 1_000 }])
    const line = { id, quantite: 1 }
    for (const [body, status] of [
      [{}, 400],
      [{ ordreId }, 400],
      [{ ordreId, articles: [] }, 400],
      [{ ordreId, articles: [{ id }] }, 400],
      [{ ordreId, articles: [{ id, quantite: 0 }] }, 400],
      [{ ordreId, articles: [{ id, quantite: 1.5 }] }, 400],
      [{ ordreId, articles: [line], remisEnStock: 'oui' }, 400],
      [{ ordreId: 'CMD-UNKNOWN', articles: [line] }, 404],
      [{ ordreId: open.ordreId, articles: [{ id: other.id, quantite: 1 }] }, 409],
      [{ ordreId, articles: [{ id, quantite: 3 }] }, 409],
      [{ ordreId, articles: [line, { id, quantite: 2 }] }, 409],
      [{ ordreId, articles: [{ id: other.id, quantite: 1 }] }, 422],
      [{ ordreId, articles: [line, { id: 'inconnu', quantite: 1 }] }, 422],
    ] as const)
      assert.equal((await returnArticles(body)).status, status, JSON.stringify(body))
    await after.untilDrained()
    assert.equal((await after.payment(ordreId)).rembourseCents, 0)
  })

  test('of a free order are accepted without a refund', async () => {
    const { product, placed } = createShopActions(shop)
    const { id } = await product({ prixDeVenteCents: 0 })
    const { ordreId } = await placed([{ id, quantite: 1, prixUnitaireCents: 0 }])
    await after.move(ordreId, 'LIVREE')
    const { status, body } = await returnArticles({ ordreId, articles: [{ id, quantite: 1 }] })
    assert.equal(status, 201)
    assert.partialDeepStrictEqual(body, {
      transactionId: null,
      refundId: null,
      montant: 0,
      status: 'accepte',
    })
  })

  test('are recorded while payments fails, and refunded later', async () => {
    const { ordreId, id, left } = await delivered(3)
    const { platform } = shop
    const { rows } = await platform.db.pg.query(`select count(*)::int as n from payments.transaction`)
    // Payments answers other calls, but cannot store a refund.
    await platform.db.pg.query(
      `alter table payments.transaction add constraint broken check ("rembourseId" is null) not valid`,
    )
    const before = await left()
    const { status, body } = await returnArticles({
      ordreId,
      articles: [{ id, quantite: 1 }],
      remisEnStock: true,
    })
    assert.equal(status, 201)
    assert.partialDeepStrictEqual(body, { refundId: null, status: 'en_attente', montant: 10 })
    assert.equal(await left(), before)

    await platform.db.pg.query(`alter table payments.transaction drop constraint broken`)
    await platform.db.pg.query(
      `update graphile_worker._private_jobs set run_at = now() where run_at > now() and key is null`,
    )
    await eventually(
      'the payment is refunded',
      async () => (await after.payment(ordreId)).rembourseCents === 1_000,
    )
    await eventually('the product is back in stock', async () => (await left()) === (before ?? 0) + 1)
    const again = await platform.db.pg.query(`select count(*)::int as n from payments.transaction`)
    assert.equal(again.rows[0].n, rows[0].n + 1)
  })
})

test('goods returned before their order was prepared are restocked afterwards', async () => {
  const withoutLogistics = await openPlatform({
    ...{ only: ['logistics', 'reference'], databaseUrl: shop.databaseUrl, started: false },
  })
  const { product, store, stock, left } = createShopActions(withoutLogistics)
  const { id } = await product()
  const { id: storeId } = await store()
  await stock(storeId, id, 5)
  const { db, outbox } = shop.platform
  const ordreId = `CMD-${crypto.randomUUID()}`
  const timestamp = '2026-01-01T00:00:00Z'
  await db.transaction(tx =>
    outbox.publish(tx, goodsReturned, {
      ...{ retourId: 9_000_000, ordreId, timestamp, articles: [{ id: String(id), quantite: 1 }] },
    }),
  )
  await after.untilDrained()
  assert.equal(await left(id), 5)
  await db.transaction(tx =>
    outbox.publish(tx, orderToPrepare, {
      ...{ ordreId, clientId: 'CLI_1', timestamp, adresseLivraison: {} },
      articles: [{ id: String(id), nom: 'Lampe', quantite: 2 }],
    }),
  )
  await after.untilDrained()
  assert.equal(await left(id), 4)
  await withoutLogistics.close()
})
