import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { CARDS, createShopActions, type Problem } from '../../../test/support/shopping.ts'

let shop: TestPlatform
let storeId: number
/** A platform that neither consumes messages nor runs jobs. */
let quiet: TestPlatform
before(async () => {
  quiet = await openPlatform({ only: ['orders', 'reference'], started: false })
  shop = await openPlatform({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '0' } })
  storeId = (await createShopActions(shop).store()).id
})

const stocked = (quantity: number) => createShopActions(shop).stocked(storeId, quantity)

const unknown = { id: 'x', quantite: 1, prixUnitaireCents: 500 }

const setStatus = (ordreId: string, body: object, platform = shop) =>
  platform.call<Problem & { statut: string }>('PATCH', `/api/commandes/${ordreId}/statut`, body)

describe('an order', () => {
  test('is stored as it was sent, under an ID that cannot be guessed', async () => {
    const { place, product } = createShopActions(shop)
    const { id, ean } = await product()
    const articles = [
      { id: String(id), quantite: 1, prixUnitaireCents: 1000, couleur: 'rouge', options: [{ a: null }] },
      { id: ean, quantite: 2, prixUnitaireCents: 1000 },
    ]

    const { status, body } = await place(articles)

    assert.equal(status, 201)
    assert.match(body.ordreId, /^CMD-[0-9A-HJKMNP-TV-Z]{20}$/)
    assert.deepEqual([body.statut, body.montantTotalCents], ['EN_ATTENTE', 3000])
    const order = await shop.call<Record<string, unknown>>('GET', `/api/commandes/${body.ordreId}`)
    assert.deepEqual(order.body, {
      ordreId: body.ordreId,
      statut: 'EN_ATTENTE',
      montantTotalCents: 3000,
      transactionId: null,
      authorizationId: null,
      clientInfo: { prenom: 'Ada' },
      adresseLivraison: { rue: '1 rue de la Paix', ville: 'Paris' },
      articles,
      trackingNumber: null,
      langue: 'fr',
      livraison: { mode: 'domicile', magasinId: null },
      paiement: { statut: 'aucun', payeCents: 0, rembourseCents: 0 },
      createdAt: body.createdAt,
    })
    assert.equal((await shop.call('GET', '/api/commandes/CMD-UNKNOWN')).status, 404)
  })

  test('with an invalid body is refused with 400', async () => {
    const { order } = createShopActions(shop)
    const line = { id: '1', quantite: 1, prixUnitaireCents: 1000 }
    const nonsense: object[] = [
      {},
      { ...order([line]), clientId: '' },
      { ...order([line]), clientId: null },
      { ...order([line]), montantTotalCents: '1000' },
      { ...order([line]), montantTotalCents: 10.5 },
      { ...order([line]), montantTotalCents: -1 },
      { ...order([line]), adresseLivraison: 'Paris' },
      { ...order([line]), clientInfo: undefined },
      order([]),
      order(Array(201).fill(line)),
      ...[
        { quantite: 0 },
        { quantite: 1.5 },
        { quantite: '1' },
        { prixUnitaireCents: -1 },
        { id: null },
        { id: ' ' },
        { id: 1.5 },
      ].map(part => order([{ ...line, ...part } as never])),
    ]
    for (const body of nonsense) {
      const { status } = await shop.call('POST', '/api/commandes', body)
      assert.equal(status, 400, JSON.stringify(body).slice(0, 200))
    }
  })

  test('with an outdated price or total is 422, and the message says which', async () => {
    const { place, product } = createShopActions(shop)
    const { id, ean } = await product({ nom: 'Bureau' })
    const wrongPrice = await place([{ id: ean, quantite: 1, prixUnitaireCents: 999 }])
    assert.partialDeepStrictEqual(wrongPrice.body, { statusCode: 422, code: 'prix-change', attendu: 1000 })
    assert.match(wrongPrice.body.message, new RegExp(`${ean}.*Bureau.*1000 cents`))
    const wrongTotal = await place([{ id, quantite: 3, prixUnitaireCents: 1000 }], {
      montantTotalCents: 2999,
    })
    assert.partialDeepStrictEqual(wrongTotal.body, { statusCode: 422, code: 'panier-change', attendu: 3000 })
    assert.match(wrongTotal.body.message, /3000 cents/)
    const tooMuch = { id: 'x', quantite: 2_000_000_000, prixUnitaireCents: 9_000_000_000 }
    assert.equal((await place([tooMuch], { montantTotalCents: 1 })).status, 422)
  })

  test('of an unavailable product is refused', async () => {
    const { place, product } = createShopActions(shop)
    const { id } = await product({ statutProduit: 'inactif' })
    assert.equal((await place([{ id, quantite: 1, prixUnitaireCents: 1000 }])).status, 422)
  })

  test('with a total of zero is confirmed immediately', async () => {
    const { placed, read } = createShopActions(shop)
    const { ordreId, statut } = await placed([{ id: 'cadeau', quantite: 1, prixUnitaireCents: 0 }])
    assert.equal(statut, 'EN_ATTENTE')
    assert.equal((await read(ordreId)).transactionId, null)
    await eventually('the delivery slip exists', async () => {
      const { body } = await shop.call<{ ordreId: string }[]>('GET', '/api/publique/bordereau')
      return body.some(slip => slip.ordreId === ordreId)
    })
    const payment = { transactionId: '1', authorizationId: 'a', amount: '1.00' }
    const again = await shop.call('POST', `/api/commandes/${ordreId}/confirmer-paiement`, payment)
    assert.equal(again.status, 409)
  })

  test('sent twice with one Idempotency-Key is one order', async () => {
    const { line, id } = await stocked(5)
    const { place, left } = createShopActions(shop)
    const key = { 'idempotency-key': `key-${id}` }
    const first = await place([line(2)], {}, key)
    const second = await place([line(2)], {}, key)
    assert.deepEqual(second.body, first.body)
    assert.equal(second.status, 201)
    assert.equal(await left(id), 3)
    assert.equal((await place([line(1)], {}, key)).status, 422)
  })
})

describe('the goods of an order', () => {
  test('are sold once: of twenty concurrent orders for the last unit one is 201, nineteen are 409', async () => {
    const { line, id } = await stocked(1)
    const { place, left } = createShopActions(shop)

    const answers = await Promise.all(Array.from({ length: 20 }, () => place([line()])))

    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)])
    const refused = answers.find(({ status }) => status === 409)?.body
    assert.match(refused?.message ?? '', new RegExp(`${id}`))
    assert.partialDeepStrictEqual(refused, { code: 'stock-insuffisant' })
    assert.equal(await left(id), 0)
  })

  test('are reserved completely or not at all, and without them no order is stored', async () => {
    const [plenty, scarce] = [await stocked(5), await stocked(1)]
    const { place, left } = createShopActions(shop)
    const clientId = 'CLI_SHORT'
    assert.equal((await place([plenty.line(2), scarce.line(2)], { clientId })).status, 409)
    assert.equal(await left(plenty.id), 5)
    const { body } = await shop.call<{ total: number }>('GET', `/api/commandes/user/${clientId}`)
    assert.equal(body.total, 0)
  })

  test('are one product when named by ID and by EAN', async () => {
    const { line, id, ean } = await stocked(3)
    const { place, left } = createShopActions(shop)
    assert.equal((await place([line(2), { ...line(2), id: ean }])).status, 409)
    assert.equal((await place([line(2), { ...line(1), id: ean }])).status, 201)
    assert.equal(await left(id), 0)
  })

  test('are restocked once when it is cancelled', async () => {
    const { line, id } = await stocked(5)
    const { placed, left } = createShopActions(shop)
    const { ordreId } = await placed([line(2)])
    assert.equal(await left(id), 3)

    await Promise.all([1, 2, 3].map(() => setStatus(ordreId, { nouveauStatut: 'ANNULEE' })))

    await eventually('the stock is released', async () => (await left(id)) === 5)
    await setStatus(ordreId, { nouveauStatut: 'EN_PREPARATION' })
    await setStatus(ordreId, { nouveauStatut: 'ANNULEE' })
    assert.equal(await left(id), 5)
  })

  test('are restocked by one job, and not once they were sent', async () => {
    const { placed } = createShopActions(quiet)
    const cancelled = await placed([unknown])
    const cancel = () => setStatus(cancelled.ordreId, { nouveauStatut: 'ANNULEE' }, quiet)
    await Promise.all([cancel(), cancel(), cancel()])
    await setStatus(cancelled.ordreId, { nouveauStatut: 'EN_PREPARATION' }, quiet)
    await cancel()
    assert.equal(await jobs(cancelled.ordreId), 1)

    const shipped = await placed([unknown])
    await setStatus(shipped.ordreId, { nouveauStatut: 'EXPEDIEE' }, quiet)
    await setStatus(shipped.ordreId, { nouveauStatut: 'ANNULEE' }, quiet)
    assert.equal(await jobs(shipped.ordreId), 0)
  })

  test('are released after a refused payment, and reserved again by the next', async () => {
    const { line, id } = await stocked(5)
    const { placed, pay, left, transactionStatus } = createShopActions(shop)
    const { ordreId } = await placed([line(2)])
    await pay(ordreId, 20, CARDS.refused)
    await eventually('the stock is released', async () => (await left(id)) === 5)

    const { transactionId } = (await pay(ordreId, 20)).response
    await eventually(
      'the payment is accepted',
      async () => (await transactionStatus(transactionId)) === 'accepte',
    )
    assert.equal(await left(id), 3)
  })

  test('are released when a payment is refunded before it confirmed the order', async () => {
    const { line, id } = await stocked(5)
    const { placed, pay, left, transactionStatus } = createShopActions(shop)
    const { ordreId } = await placed([line(2)])
    const { transactionId } = (await pay(ordreId, 20)).response
    await eventually(
      'the payment is accepted',
      async () => (await transactionStatus(transactionId)) === 'accepte',
    )
    assert.equal(await left(id), 3)

    await shop.call('POST', '/api/publique/refund', { transactionId })

    await eventually('the stock is released', async () => (await left(id)) === 5)
  })
})

/** Counts the waiting jobs of an order. */
async function jobs(ordreId: string) {
  const { rows } = await quiet.platform.db.pg.query(
    `select count(*)::int as waiting from graphile_worker._private_jobs where payload ->> 'ordreId' = $1`,
    [ordreId],
  )
  return rows[0].waiting
}
