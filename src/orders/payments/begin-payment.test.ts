import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions, type Problem } from '../../../test/support/shopping.ts'

let shop: TestPlatform
let storeId: number
before(async () => {
  shop = await openPlatform({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '0' } })
  storeId = (await createShopActions(shop).store()).id
})

const stocked = (quantity: number) => createShopActions(shop).stocked(storeId, quantity)

const unknown = { id: 'x', quantite: 1, prixUnitaireCents: 500 }

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
      ...{ admission: 1, tva: [{ tauxTva: 20, tvaCents: 83 }], langue: 'fr' },
    })
    assert.equal((await begin(ordreId, { montantCents: 501, etape: 'lien' })).status, 422)
    assert.equal((await begin(ordreId, { montantCents: 500, devise: 'USD', etape: 'lien' })).status, 422)
    assert.equal((await begin(ordreId, { montantCents: 500, etape: 'autre' })).status, 400)
    assert.equal((await begin('CMD-NONE', { montantCents: 500, etape: 'lien' })).status, 404)
    await shop.call('PATCH', `/api/commandes/${ordreId}/statut`, { nouveauStatut: 'ANNULEE' })
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
