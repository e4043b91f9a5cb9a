import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions, type PlacedOrder, type Problem } from '../../../test/support/shopping.ts'
import type { PricedBasket } from '../basket-schemas.ts'
import { createConfirmationEvents } from '../confirming/announcements.ts'
import { getOrder } from '../store/orders.ts'

const MODES = '/api/v1/privee/modes-livraison'
const NORTH = { codePostal: '59 000', pays: 'fr' }
const POINT = { id: 'P-17', nom: 'Tabac du Port', adresse: '1 quai Ici, 59000 Lille' }

let shop: TestPlatform
let store: number
let lamp: Awaited<ReturnType<ReturnType<typeof createShopActions>['stocked']>>
before(async () => {
  shop = await openPlatform()
  const { store: open, stocked } = createShopActions(shop)
  store = (await open()).id
  lamp = await stocked(store, 10_000)
  for (const method of METHODS) assert.equal((await shop.call('POST', MODES, method)).status, 201)
})

const row = (prixCents: number) => [{ prixCents }]
const METHODS = [
  {
    ...{ code: 'domicile', nom: 'À domicile', type: 'domicile', tarifs: row(690) },
    ...{ zones: [{ pays: 'FR', prefixes: ['59', '62'] }], delaiJours: { min: 2, max: 4 } },
    suiviUrl: 'https://suivi.example/?colis={numero}&encore={numero}',
  },
  {
    code: 'express',
    nom: 'Express',
    type: 'domicile',
    tarifs: row(1290),
    zones: [{ pays: 'FR', prefixes: [] }],
  },
  { code: 'relais', nom: 'Relais', type: 'relais', tarifs: row(390) },
  { code: 'magasin', nom: 'En magasin', type: 'retrait', tarifs: row(0) },
]

type Read = { livraison: Record<string, unknown>; montantTotalCents: number; statut: string }

const price = async (fields: object = {}, quantite = 2) =>
  (
    await shop.call<PricedBasket & Problem>('POST', '/api/v1/publique/paniers', {
      ...{ articles: [{ id: lamp.id, quantite }], adresseLivraison: NORTH },
      ...fields,
    })
  ).body
const place = (livraison: object | null, total: number, more: object = {}) =>
  shop.call<PlacedOrder & Problem & { attendu?: number }>('POST', '/api/commandes', {
    ...{ clientId: 'INVITE-1', articles: [lamp.line(2)], montantTotalCents: total },
    ...{ adresseLivraison: NORTH, clientInfo: {}, livraison, ...more },
  })
const read = async (ordreId: string) => (await shop.call<Read>('GET', `/api/commandes/${ordreId}`)).body
const changeMethod = (code: string, fields: object) => shop.call('PATCH', `${MODES}/${code}`, fields)

describe('a basket', () => {
  test('offers the methods of its address by price, and its total contains the chosen one', async () => {
    const none = await price()
    assert.deepEqual(
      none.offresLivraison?.map(({ code, prixCents, promotionId }) => [code, prixCents, promotionId]),
      [
        ['magasin', 0, null],
        ['relais', 390, null],
        ['domicile', 690, null],
        ['express', 1290, null],
      ],
    )
    assert.deepEqual(none.offresLivraison?.[2] as unknown, {
      ...{ code: 'domicile', nom: 'À domicile', description: null, type: 'domicile', prixCents: 690 },
      ...{ delaiJours: { min: 2, max: 4 }, offertDesCents: null, promotionId: null },
    })
    assert.deepEqual([none.livraison, none.livraisonCents, none.totalCents], [null, 0, 2000])
    const chosen = await price({ livraison: { code: 'domicile' } })
    assert.deepEqual(chosen.livraison, { code: 'domicile', prixCents: 690, promotionId: null })
    assert.deepEqual([chosen.livraisonCents, chosen.totalCents, chosen.sousTotalCents], [690, 2690, 2000])
  })

  test('without an offer for the chosen method costs the goods', async () => {
    for (const given of [
      { adresseLivraison: { codePostal: '75001' }, livraison: { code: 'domicile' } },
      { adresseLivraison: null, livraison: { code: 'domicile' } },
      { livraison: { code: 'inconnu' } },
      { livraison: null },
    ]) {
      const { livraison, livraisonCents, totalCents } = await price(given)
      assert.deepEqual([livraison, livraisonCents, totalCents], [null, 0, 2000])
    }
    const elsewhere = await price({ adresseLivraison: { pays: 'JP' } })
    assert.deepEqual(
      elsewhere.offresLivraison?.map(({ code }) => code),
      ['magasin', 'relais'],
    )
  })

  test('with a made-up country or nonsense is 400', async () => {
    for (const fields of [
      { adresseLivraison: { pays: 'ZZ' } },
      { adresseLivraison: { pays: 'France' } },
      { adresseLivraison: { pays: 3 } },
      { adresseLivraison: 'Lille' },
      { livraison: {} },
      { livraison: 'domicile' },
    ])
      assert.equal((await price(fields)).statusCode, 400, JSON.stringify(fields))
  })

  test('keeps its answer for the goods alone', async () => {
    const path = '/api/publique/promotions/calculer-panier'
    const { body } = await shop.call('POST', path, {
      articles: [lamp.line(2)],
      livraison: { code: 'domicile' },
    })
    assert.deepEqual(body, { totalApresPromo: 2000 })
  })
})

describe('an order', () => {
  test('with a method costs its delivery, and reads it as it was when ordered', async () => {
    const { status, body } = await place({ code: 'domicile' }, 2690)
    assert.equal(status, 201, body.message)
    await changeMethod('domicile', { tarifs: row(100), nom: 'Autrement', suiviUrl: null })
    const { livraison, montantTotalCents } = await read(body.ordreId)
    assert.equal(montantTotalCents, 2690)
    const terms = {
      ...{ mode: 'domicile', magasinId: null, code: 'domicile', nom: 'À domicile', prixCents: 690 },
      ...{ delaiJours: { min: 2, max: 4 }, pointRelais: null, suiviUrl: null, promotionId: null },
    }
    assert.deepEqual(livraison, terms)
    await shop.call('PATCH', `/api/commandes/${body.ordreId}/statut`, {
      ...{ nouveauStatut: 'EXPEDIEE', trackingNumber: 'A/1 &$&' },
    })
    const number = encodeURIComponent('A/1 &$&')
    assert.deepEqual((await read(body.ordreId)).livraison, {
      ...terms,
      suiviUrl: `https://suivi.example/?colis=${number}&encore=${number}`,
    })
    await changeMethod('domicile', METHODS[0]!)
  })

  test('at another total is refused with the right one', async () => {
    for (const total of [2000, 2689, 2691]) {
      const { status, body } = await place({ code: 'domicile' }, total)
      assert.deepEqual([status, body.code, body.attendu], [422, 'panier-change', 2690])
    }
    assert.deepEqual((await place(null, 2690)).body.attendu, 2000)
  })

  test('without a method costs the goods, keeps any address, and reads as before', async () => {
    const { status, body } = await place(null, 2000, { adresseLivraison: { pays: 'France' } })
    assert.equal(status, 201, body.message)
    assert.deepEqual((await read(body.ordreId)).livraison, { mode: 'domicile', magasinId: null })
  })

  test('needs a pick-up point for a relay alone, and a store for a collection alone', async () => {
    const relay = await place({ code: 'relais', pointRelais: POINT }, 2390)
    assert.equal(relay.status, 201, relay.body.message)
    assert.partialDeepStrictEqual((await read(relay.body.ordreId)).livraison, {
      mode: 'domicile',
      pointRelais: POINT,
    })
    const order = await getOrder(shop.platform.db, relay.body.ordreId)
    assert.partialDeepStrictEqual(createConfirmationEvents(order, new Date(0))[0]?.body, {
      destinataire: { pointRelais: POINT },
    })
    const collected = await place({ code: 'magasin', magasinId: store }, 2000)
    assert.equal(collected.status, 201, collected.body.message)
    assert.partialDeepStrictEqual((await read(collected.body.ordreId)).livraison, {
      mode: 'retrait',
      magasinId: store,
    })
    for (const livraison of [
      { code: 'relais' },
      { code: 'relais', pointRelais: { ...POINT, nom: '' } },
      { code: 'relais', pointRelais: { ...POINT, adresse: 'x'.repeat(201) } },
      { code: 'domicile', pointRelais: POINT },
      { mode: 'domicile', pointRelais: POINT },
      { code: 'magasin' },
      { code: 'domicile', magasinId: store },
      {},
      { code: null },
      { code: 'domicile', prixCents: 0 },
    ]) {
      const { status, body } = await place(livraison, 2390)
      assert.deepEqual([status, body.statusCode], [400, 400], JSON.stringify(livraison))
    }
    const country = await place({ code: 'express' }, 3290, { adresseLivraison: { pays: 'Atlantide' } })
    assert.equal(country.status, 400)
    assert.match(country.body.message, /^adresseLivraison.pays is "Atlantide"; it must be an ISO 3166-1/)
  })

  test('with a method of another mode, or one that is not offered, is refused before its total', async () => {
    const other = await place({ code: 'domicile', mode: 'retrait', magasinId: store }, 1)
    assert.deepEqual([other.status, other.body.code], [422, 'livraison-incoherente'])
    for (const [livraison, more] of [
      [{ code: 'inconnu' }, {}],
      [{ code: 'inconnu', magasinId: store }, {}],
      [{ code: 'domicile' }, { adresseLivraison: { codePostal: '75001' } }],
      [{ code: 'domicile' }, { adresseLivraison: {} }],
    ] as const) {
      const { status, body } = await place(livraison, 1, more)
      assert.deepEqual([status, body.code], [422, 'livraison-indisponible'])
    }
    const wrongPrice = { articles: [{ ...lamp.line(2), prixUnitaireCents: 1 }] }
    assert.equal((await place({ code: 'inconnu' }, 1, wrongPrice)).body.code, 'prix-change')
  })

  test('keeps its delivery without the pick-up point after the erasure of its customer', async () => {
    const clientId = 'CLI_ERA5ED'
    const { body } = await place({ code: 'relais', pointRelais: POINT }, 2390, { clientId })
    await shop.call('POST', `/api/v1/publique/commandes/${body.ordreId}/annulation`, {})
    const personne = { clientIds: [clientId], userIds: [], numeros: [], emails: [], ordreIds: [] }
    const erasure = { personne, pseudonyme: 'EFFACE_0123456789AB' }
    await eventually('the events about the customer are sent, and the erasure is made', async () => {
      const { status } = await shop.call('POST', '/orders/api/v1/privee/effacements', erasure)
      return status === 200
    })
    const { livraison } = await read(body.ordreId)
    assert.partialDeepStrictEqual(livraison, { code: 'relais', prixCents: 390, pointRelais: null })
  })

  test('placed while its method is deactivated either has it or is refused', async () => {
    await shop.call('POST', MODES, { code: 'ephemere', nom: 'Éphémère', type: 'domicile', tarifs: row(100) })
    const orders = Array.from({ length: 20 }, () => place({ code: 'ephemere' }, 2100))
    const [, ...answers] = await Promise.all([changeMethod('ephemere', { actif: false }), ...orders])
    for (const { status, body } of answers)
      if (status !== 201) assert.deepEqual([status, body.code], [422, 'livraison-indisponible'])
    assert.equal((await place({ code: 'ephemere' }, 2100)).body.code, 'livraison-indisponible')
  })

  test('placed while its method is deleted has it only if the method still exists', async () => {
    for (let round = 0; round < 5; round++) {
      const code = `efface-${round}`
      await shop.call('POST', MODES, { code, nom: 'Effacé', type: 'domicile', tarifs: row(100) })
      const orders = Array.from({ length: 4 }, () => place({ code }, 2100))
      const [deleted, ...answers] = await Promise.all([shop.call('DELETE', `${MODES}/${code}`), ...orders])
      const placed = answers.filter(({ status }) => status === 201).length
      assert.equal(deleted.status, placed > 0 ? 409 : 204)
    }
  })

  test('prevents the deletion and another type of its method, not other changes', async () => {
    const { status, body } = await shop.call<Problem>('DELETE', `${MODES}/domicile`)
    assert.deepEqual([status, body.code], [409, 'mode-utilise'])
    assert.equal((await changeMethod('domicile', { type: 'relais' })).status, 409)
    assert.equal((await changeMethod('domicile', { type: 'domicile', nom: 'À domicile' })).status, 200)
  })

  test('must name a method where one is required and any is active', async () => {
    const strict = await openPlatform({ settings: { COMPTOIR_DELIVERY_REQUIRED: '1' } })
    const actions = createShopActions(strict)
    assert.equal((await actions.place([{ id: 'bougie', quantite: 1, prixUnitaireCents: 500 }])).status, 201)
    await strict.call('POST', MODES, { code: 'colis', nom: 'Colis', type: 'domicile', tarifs: row(100) })
    const { status, body } = await actions.place([{ id: 'bougie', quantite: 1, prixUnitaireCents: 500 }])
    assert.deepEqual([status, body.code], [422, 'livraison-requise'])
  })
})

test('a free-delivery promotion waives the price in the basket and in its order', async () => {
  const { body } = await shop.call<{ id: number }>('POST', '/api/publique/data', {
    ...{ categoriePromotion: 'PANIER', typePromotion: 'LIVRAISON_OFFERTE', seuilMontant: 3000 },
    ...{ modesLivraison: ['express'], dateDebut: '2020-01-01T00:00:00Z', dateFin: '2999-01-01T00:00:00Z' },
  })
  const offer = await eventually('the promotion applies', async () => {
    const { offresLivraison } = await price({}, 3)
    return offresLivraison?.find(({ code, prixCents }) => code === 'express' && prixCents === 0)
  })
  assert.equal(offer.promotionId, body.id)
  assert.equal((await price({ livraison: { code: 'express' } })).totalCents, 3290)
  const order = await place({ code: 'express' }, 3000, { articles: [lamp.line(3)] })
  assert.equal(order.status, 201, order.body.message)
  assert.partialDeepStrictEqual((await read(order.body.ordreId)).livraison, {
    prixCents: 0,
    promotionId: body.id,
  })
})
