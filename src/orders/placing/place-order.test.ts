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

/** Creates a product at €10 with this quantity in stock. */
async function stocked(quantity: number) {
  const product = await createShopActions(shop).product()
  await createShopActions(shop).stock(storeId, product.id, quantity)
  return { ...product, line: (quantite = 1) => ({ id: product.id, quantite, prixUnitaireCents: 1000 }) }
}

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

async function reservedUntil(ordreId: string) {
  const { rows } = await shop.platform.db.pg.query<{ reserveeJusque: Date }>(
    `select "reserveeJusque" from orders.commande where "ordreId" = $1`,
    [ordreId],
  )
  return rows[0]?.reserveeJusque
}

describe('starting a payment', () => {
  const begin = (ordreId: string, body: object) =>
    shop.call<Problem>('POST', `/api/v1/privee/commandes/${ordreId}/encaissements`, body)

  test('requires the total of an order that awaits payment', async () => {
    const { placed } = createShopActions(shop)
    const { ordreId } = await placed([unknown])
    assert.deepEqual((await begin(ordreId, { montantCents: 500, etape: 'lien' })).body as unknown, {
      ordreId,
      clientId: 'CLI_0A1B2C3D',
      prouve: true,
      montantTotalCents: 500,
      articles: [{ nom: null, quantite: 1, totalCents: 500 }],
      admission: 1,
    })
    assert.equal((await begin(ordreId, { montantCents: 501, etape: 'lien' })).status, 422)
    assert.equal((await begin(ordreId, { montantCents: 500, devise: 'USD', etape: 'lien' })).status, 422)
    assert.equal((await begin(ordreId, { montantCents: 500, etape: 'autre' })).status, 400)
    assert.equal((await begin('CMD-NONE', { montantCents: 500, etape: 'lien' })).status, 404)
    await setStatus(ordreId, { nouveauStatut: 'ANNULEE' })
    assert.equal((await begin(ordreId, { montantCents: 500, etape: 'lien' })).status, 409)
  })

  test('reserves its goods again, or is 409 if they were sold', async () => {
    const { line, id } = await stocked(1)
    const { placed, left } = createShopActions(shop)
    const { ordreId } = await placed([line()])
    await shop.call('DELETE', `/api/v1/privee/reservations/${ordreId}`)
    assert.equal(await left(id), 1)
    assert.equal((await begin(ordreId, { montantCents: 1000, etape: 'paiement' })).status, 200)
    assert.equal(await left(id), 0)

    await shop.call('DELETE', `/api/v1/privee/reservations/${ordreId}`)
    await placed([line()])
    const before = await reservedUntil(ordreId)
    assert.equal((await begin(ordreId, { montantCents: 1000, etape: 'paiement' })).status, 409)
    assert.deepEqual(await reservedUntil(ordreId), before)
  })

  test('in another currency is refused before the reservation is extended', async () => {
    const { line } = await stocked(1)
    const { ordreId } = await createShopActions(shop).placed([line()])
    const before = await reservedUntil(ordreId)
    const body = { amount: 10, currency: 'USD', orderId: ordreId, returnUrl: 'https://boutique.example/' }
    const { status } = await shop.call('POST', '/api/publique/paiement/interface-paiement', body)
    assert.equal(status, 422)
    assert.deepEqual(await reservedUntil(ordreId), before)
  })

  test('works under /orders too, and is forwarded to payments', async () => {
    const { placed } = createShopActions(shop)
    const { ordreId } = await placed([unknown])
    const link = { orderId: ordreId, amount: 5, customerEmail: 'a@example.org', returnUrl: 'http://shop/' }
    const ask = (body: object) =>
      shop.call<{ paymentUrl: string }>('POST', '/orders/api/publique/interface-paiement', body)
    const { status, body } = await ask(link)
    assert.equal(status, 201)
    assert.match(body.paymentUrl, /^http/)
    const { body: refusal } = await ask({ ...link, amount: 6 })
    assert.partialDeepStrictEqual(refusal as unknown, {
      statusCode: 422,
      code: 'montant-different',
      attendu: 5,
    })
    assert.equal((await ask({})).status, 400)
  })
})

describe('the status of an order', () => {
  test('changes to each of the four statuses, and to no other value', async () => {
    const { placed, read } = createShopActions(shop)
    const { ordreId } = await placed([unknown])
    for (const nouveauStatut of ['LIVREE', 'EN_PREPARATION', 'EXPEDIEE', 'ANNULEE']) {
      const { status, body } = await setStatus(ordreId, { nouveauStatut, trackingNumber: 'T1' })
      assert.deepEqual([status, body.statut], [200, nouveauStatut])
    }
    assert.equal((await read(ordreId)).statut, 'ANNULEE')
    assert.equal((await setStatus(ordreId, { nouveauStatut: 'EN_ATTENTE' })).status, 400)
    assert.equal((await setStatus(ordreId, {})).status, 400)
    assert.equal((await setStatus('CMD-NONE', { nouveauStatut: 'LIVREE' })).status, 404)
  })

  test('has a history that anyone with the order ID can read', async () => {
    const { placed } = createShopActions(shop)
    const { ordreId, createdAt } = await placed([unknown])
    await setStatus(ordreId, {
      nouveauStatut: 'EXPEDIEE',
      trackingNumber: ' 6A123 ',
      commentaire: 'Chez le voisin',
    })
    await setStatus(ordreId, { nouveauStatut: 'LIVREE', trackingNumber: null })
    type History = { statut: string; trackingNumber: string | null; createdAt: string }[]
    const read = (id: string) => shop.call<History>('GET', `/api/v1/publique/commandes/${id}/statuts`)

    const { status, body } = await read(ordreId)

    assert.equal(status, 200)
    assert.deepEqual(
      body.map(({ createdAt: _when, ...change }) => change),
      [
        { statut: 'EN_ATTENTE', trackingNumber: null, commentaire: null, annuleePar: null },
        { statut: 'EXPEDIEE', trackingNumber: '6A123', commentaire: 'Chez le voisin', annuleePar: null },
        { statut: 'LIVREE', trackingNumber: null, commentaire: null, annuleePar: null },
      ],
    )
    assert.equal(body[0]?.createdAt, createdAt)
    assert.equal((await read('CMD-NONE')).status, 404)
  })

  test('delivered is announced once, however often it is set', async () => {
    const { ordreId } = await createShopActions(quiet).placed([unknown])
    const set = (nouveauStatut: string) => setStatus(ordreId, { nouveauStatut }, quiet)

    await Promise.all([1, 2, 3, 4].map(() => set('LIVREE')))
    await set('EXPEDIEE')
    await set('LIVREE')

    const { rows } = await quiet.platform.db.pg.query(
      `select body from platform.outbox where queue = 'fidelite.commande-livree' and body ->> 'ordreId' = $1`,
      [ordreId],
    )
    assert.equal(rows.length, 1)
    assert.partialDeepStrictEqual(rows[0].body, {
      clientId: 'CLI_0A1B2C3D',
      montantTotalCents: 500,
    })
  })
})
