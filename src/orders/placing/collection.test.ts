import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions, type Problem } from '../../../test/support/shopping.ts'
import type { Slip } from '../../logistics/slips/schemas.ts'
import { sql } from '../../platform/database/sql.ts'

let shop: TestPlatform
let here: number
let elsewhere: number
before(async () => {
  shop = await openPlatform({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '0' } })
  here = (await createShopActions(shop).store()).id
  elsewhere = (await createShopActions(shop).store()).id
})

/** Creates a product at €10 with these quantities in the two stores; `undefined` creates no stock row. */
async function stocked(inHere?: number, inElsewhere?: number) {
  const { product, stock } = createShopActions(shop)
  const { id } = await product()
  if (inHere !== undefined) await stock(here, id, inHere)
  if (inElsewhere !== undefined) await stock(elsewhere, id, inElsewhere)
  return { id, line: (quantite = 1) => ({ id, quantite, prixUnitaireCents: 1000 }) }
}

const collectedAt = (magasinId: number) => ({ livraison: { mode: 'retrait', magasinId } })

/** Returns the quantities for sale in the two stores. */
async function free(id: number) {
  const { body } = await shop.call<{ storeId: number; quantity: number }[]>(
    'GET',
    `/api/publique/reserve/${id}`,
  )
  return [here, elsewhere].map(store => body.find(({ storeId }) => storeId === store)?.quantity)
}

const read = async (ordreId: string) =>
  (await shop.call<{ livraison: object }>('GET', `/api/commandes/${ordreId}`)).body.livraison

const storesOf = async (ordreId: string) =>
  (
    await shop.platform.db.one(
      sql<{ magasins: number[] }>`select magasins from orders.commande where "ordreId" = ${ordreId}`,
    )
  ).magasins

const releaseReservation = (ordreId: string) => shop.call('DELETE', `/api/v1/privee/reservations/${ordreId}`)

const pay = (orderId: string, montant: number) =>
  shop.call<Problem & { transactionId: number }>('POST', '/api/publique/paiement/create-cash-payment', {
    orderId,
    montant,
    clientId: 'CLI_0A1B2C3D',
  })

const confirm = (ordreId: string, transactionId: number, amount: string) =>
  eventually('the order is confirmed', async () => {
    const { status } = await shop.call('POST', `/api/commandes/${ordreId}/confirmer-paiement`, {
      transactionId: String(transactionId),
      authorizationId: null,
      amount,
    })
    return status === 200
  })

const slipsOf = (ordreId: string) =>
  eventually('the order has its slips', async () => {
    const { body } = await shop.call<Slip[]>('GET', `/api/publique/bordereau?ordreId=${ordreId}`)
    return body.length > 0 && body
  })

describe('an order for collection', () => {
  test('reserves in its store even if another has more, and its store is part of every response', async () => {
    const { id, line } = await stocked(2, 50)
    const { placed } = createShopActions(shop)
    const { ordreId } = await placed([line(2)], collectedAt(here))
    assert.deepEqual(await free(id), [0, 50])
    assert.deepEqual(await read(ordreId), { mode: 'retrait', magasinId: here })
    const list = await shop.call<{ data: { ordreId: string; livraison: object }[] }>(
      'GET',
      '/api/commandes/user/CLI_0A1B2C3D?limit=100',
    )
    assert.deepEqual(list.body.data.find(order => order.ordreId === ordreId)?.livraison, {
      mode: 'retrait',
      magasinId: here,
    })
    assert.deepEqual(await storesOf(ordreId), [here])
  })

  test('is refused if its store has too little or no stock of a product, and nothing is reserved', async () => {
    for (const product of [await stocked(1, 50), await stocked(undefined, 50)]) {
      const before = await free(product.id)
      const { status, body } = await createShopActions(shop).place([product.line(2)], collectedAt(here))
      assert.partialDeepStrictEqual(body, { statusCode: 409, code: 'stock-insuffisant' })
      assert.match(body.message, new RegExp(`produit ${product.id} .*magasin ${here}`))
      assert.equal(status, 409)
      assert.deepEqual(await free(product.id), before)
    }
  })

  test('has one slip in its store, including untracked products', async () => {
    const tracked = await stocked(1, 1)
    const untracked = await stocked()
    for (const lines of [[tracked.line(), untracked.line(3)], [untracked.line()]]) {
      const { ordreId, montantTotalCents } = await createShopActions(shop).placed(lines, collectedAt(here))
      const { body } = await pay(ordreId, montantTotalCents / 100)
      await confirm(ordreId, body.transactionId, (montantTotalCents / 100).toFixed(2))
      const slips = await slipsOf(ordreId)
      assert.deepEqual(
        slips.map(({ storeId, retrait, articles }) => [storeId, retrait, articles.length]),
        [[here, true, lines.length]],
      )
      assert.deepEqual(await storesOf(ordreId), [here])
    }
    assert.deepEqual(await free(tracked.id), [0, 1])
  })

  test('for the last unit succeeds once in twenty concurrent requests', async () => {
    const { id, line } = await stocked(1, 50)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => createShopActions(shop).place([line()], collectedAt(here))),
    )
    assert.deepEqual(answers.map(({ status }) => status).sort(), [201, ...Array(19).fill(409)])
    assert.deepEqual(await free(id), [0, 50])
  })

  test('with an ended reservation reserves again in its store for a payment and for a link', async () => {
    const { id, line } = await stocked(1, 50)
    const { placed } = createShopActions(shop)
    const { ordreId } = await placed([line()], collectedAt(here))
    const link = () =>
      shop.call<Problem>('POST', '/api/publique/interface-paiement', {
        orderId: ordreId,
        amount: 10,
        customerEmail: 'ada@example.org',
        returnUrl: 'https://boutique.example/merci',
      })
    await releaseReservation(ordreId)
    const { ordreId: faster } = await placed([line()], collectedAt(here))
    assert.equal((await pay(ordreId, 10)).body.code, 'stock-insuffisant')
    assert.equal((await link()).body.code, 'stock-insuffisant')
    assert.deepEqual(await free(id), [0, 50])

    await releaseReservation(faster)
    assert.equal((await link()).status, 201)
    assert.deepEqual(await free(id), [0, 50])
  })

  test('that is paid after its goods were sold has a shortage on its slip, and takes none from other stores', async () => {
    const { id, line } = await stocked(2, 50)
    const { placed } = createShopActions(shop)
    const { ordreId } = await placed([line(2)], collectedAt(here))
    const { body } = await pay(ordreId, 20)
    await releaseReservation(ordreId)
    await placed([line()], collectedAt(here))
    await confirm(ordreId, body.transactionId, '20.00')
    const [slip, ...others] = await slipsOf(ordreId)
    assert.deepEqual(others, [])
    assert.partialDeepStrictEqual(slip, { storeId: here, statut: 'incomplet' })
    assert.deepEqual(
      slip?.articles.map(({ quantite, manquant }) => [quantite, manquant]),
      [
        [1, 0],
        [1, 1],
      ],
    )
    assert.deepEqual(await free(id), [0, 50])
  })
})

test('an invalid delivery mode or store is refused', async () => {
  const { line } = await stocked(5)
  const { place } = createShopActions(shop)
  const nonsense: unknown[] = [
    'retrait',
    [],
    {},
    { mode: 'drone' },
    { mode: 'retrait' },
    { mode: 'retrait', magasinId: null },
    { mode: 'retrait', magasinId: 0 },
    { mode: 'retrait', magasinId: String(here) },
    { mode: 'retrait', magasinId: here, heure: '12:00' },
    { mode: 'domicile', magasinId: here },
    { magasinId: here },
  ]
  for (const livraison of nonsense) {
    const { status, body } = await place([line()], { livraison })
    assert.deepEqual([status, body.code], [400, 'requete-invalide'], JSON.stringify(livraison))
  }
  for (const unknown of [999_999, Number.MAX_SAFE_INTEGER]) {
    const { status, body } = await place([line()], collectedAt(unknown))
    assert.deepEqual([status, body.code], [422, 'magasin-inconnu'])
  }
  for (const livraison of [undefined, null, { mode: 'domicile' }, { mode: 'domicile', magasinId: null }]) {
    const { ordreId } = await createShopActions(shop).placed([line()], { livraison })
    assert.deepEqual(await read(ordreId), { mode: 'domicile', magasinId: null })
  }
})

describe('the stores of an order for home delivery', () => {
  test('are known when it is placed', async () => {
    const { line } = await stocked(2, 3)
    const { placed } = createShopActions(shop)
    assert.deepEqual(await storesOf((await placed([line(5)])).ordreId), [here, elsewhere])
    const untracked = await stocked()
    assert.deepEqual(await storesOf((await placed([untracked.line()])).ordreId), [])
  })

  test('change when it is reserved again in another one', async () => {
    const { line } = await stocked(2, 3)
    const { placed } = createShopActions(shop)
    const { ordreId } = await placed([line(2)])
    assert.deepEqual(await storesOf(ordreId), [elsewhere])
    await releaseReservation(ordreId)
    await placed([line(2)], collectedAt(elsewhere))
    assert.equal((await pay(ordreId, 20)).status, 201)
    assert.deepEqual(await storesOf(ordreId), [here])
  })

  test('change when it is prepared in other stores than reserved', async () => {
    const { line } = await stocked(2, 3)
    const { placed } = createShopActions(shop)
    const { ordreId } = await placed([line(2)])
    const { body } = await pay(ordreId, 20)
    await releaseReservation(ordreId)
    await placed([line(2)], collectedAt(elsewhere))
    await confirm(ordreId, body.transactionId, '20.00')
    await eventually(
      'orders has the store of the slip',
      async () => String(await storesOf(ordreId)) === String(here),
    )
    assert.equal((await slipsOf(ordreId))[0]?.storeId, here)
  })

  test('are added when a slip changes status, for an older order that was stored without them', async () => {
    const { line } = await stocked(1)
    const { ordreId } = await createShopActions(shop).placed([line()])
    const { body } = await pay(ordreId, 10)
    await confirm(ordreId, body.transactionId, '10.00')
    const [slip] = await slipsOf(ordreId)
    await shop.platform.db.transaction(tx =>
      tx.run(sql`update orders.commande set magasins = '{}' where "ordreId" = ${ordreId}`),
    )
    await shop.call('PATCH', `/api/v1/privee/bordereaux/${slip?.id}`, { statut: 'prepare' })
    await eventually(
      'orders has the store of the slip',
      async () => String(await storesOf(ordreId)) === String(here),
    )
  })
})
