import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../test/support/eventually.ts'
import { GUARDED, KEYS } from '../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { createShopActions, type Problem } from '../../test/support/shopping.ts'
import type { PricedBasket } from '../orders/basket-schemas.ts'
import type { PromotionData } from './schemas.ts'

type Preview = { moment: string; promotionId: number; sans: PricedBasket; avec: PricedBasket }

const draft = {
  categoriePromotion: 'PANIER',
  typePromotion: 'POURCENTAGE',
  valeurPromotion: 10,
  uniteValeur: 'PERCENT',
  dateDebut: '2020-01-01T00:00:00.000Z',
  dateFin: '2999-01-01T00:00:00.000Z',
}

let shop: TestPlatform
let lamp: { id: number; ean: string }
let bulb: { id: number; ean: string }
before(async () => {
  shop = await openPlatform({ started: false })
  const { product } = createShopActions(shop)
  lamp = await product({ nom: 'Lampe', prixDeVenteCents: 1000 })
  bulb = await product({ nom: 'Ampoule', prixDeVenteCents: 501 })
})

const lampsAndBulb = () => [
  { id: lamp.id, quantite: 3 },
  { id: bulb.id, quantite: 1 },
]
const ask = (promotion: object, more: object = {}) =>
  shop.call<Preview & Problem>('POST', '/api/v1/privee/apercus-de-promotion', {
    promotion: { ...draft, ...promotion },
    articles: lampsAndBulb(),
    ...more,
  })
const preview = async (promotion: object, more: object = {}) => {
  const { status, body } = await ask(promotion, more)
  assert.equal(status, 200, JSON.stringify(body))
  return body
}
const create = async (promotion: object) => {
  const { status, body } = await shop.call<PromotionData>('POST', '/api/publique/data', {
    ...draft,
    ...promotion,
  })
  assert.equal(status, 201, JSON.stringify(body))
  return body
}
const remove = ({ id }: { id: number }) => shop.call('DELETE', `/api/publique/data/${id}`)
const basketOf = async (more: object = {}) =>
  (
    await shop.call<PricedBasket>('POST', '/api/v1/publique/paniers', {
      articles: lampsAndBulb(),
      ...more,
    })
  ).body
const customer = async (name: string) =>
  (
    await shop.call<{ id: number; idClient: string }>('POST', '/loyalty/api/publique/clients', {
      nom: name,
      prenom: 'Ada',
      adresseMail: `${name}@example.org`,
    })
  ).body
const listed = async () => (await shop.call<PromotionData[]>('GET', '/api/publique/data')).body.length

describe('a preview of a promotion', () => {
  test('has the total of the basket with the stored promotion, and stores nothing', async () => {
    const before = await listed()
    const kinds = [
      {},
      { idProduit: [lamp.ean], typePromotion: 'MONTANT_FIXE', valeurPromotion: 1.5, uniteValeur: 'EURO' },
      { typePromotion: 'PRODUIT_OFFERT', idProduit: [String(lamp.id)], quantiteAchat: 3 },
      { typePromotion: 'SEUIL_PANIER', seuilMontant: 3000, valeurPromotion: 5, uniteValeur: 'EURO' },
      { autoAppliquee: false },
      { applicationsConcernees: ['MAGASIN'] },
      { idProduit: [lamp.ean], quantiteAchat: 4 },
    ]
    for (const kind of kinds) {
      const { sans, avec, promotionId } = await preview(kind)
      const created = await create({ ...kind, description: '' })
      assert.deepEqual(sans.totalCents, 3501)
      const basket = await basketOf()
      assert.equal(avec.totalCents, basket.totalCents, JSON.stringify(kind))
      assert.deepEqual(
        avec.remises.map(remise => ({ ...remise, promotionId: 'tried' })),
        basket.remises.map(remise => ({ ...remise, promotionId: 'tried' })),
      )
      assert.ok(avec.remises.every(remise => remise.promotionId === promotionId))
      await remove(created)
    }
    assert.equal(await listed(), before + kinds.length)
  })

  test('includes the existing promotions, and replaces the one that is being changed', async () => {
    const created = await create({ valeurPromotion: 20 })
    const beside = await preview({ valeurPromotion: 10 })
    assert.deepEqual([beside.sans.totalCents, beside.avec.totalCents], [2801, 2801])

    const changed = await preview({ valeurPromotion: 10 }, { promotionId: created.id })
    assert.deepEqual([changed.sans.totalCents, changed.avec.totalCents], [3501, 3151])
    assert.equal(changed.promotionId, created.id)
    await remove(created)
  })

  test('is calculated within its period, with the other promotions of that time', async () => {
    const nextYear = '2998-01-01T00:00:00.000Z'
    const created = await create({ dateDebut: nextYear, valeurPromotion: 50, idProduit: [bulb.ean] })
    const { moment, sans, avec } = await preview({ dateDebut: nextYear })
    assert.equal(moment, nextYear)
    assert.deepEqual([sans.totalCents, avec.totalCents], [3251, 2926])
    assert.equal((await preview({})).sans.totalCents, 3501)
    await remove(created)

    const over = await preview({ dateFin: '2021-01-01T00:00:00.000Z' })
    assert.equal(over.moment, '2021-01-01T00:00:00.000Z')
    assert.equal(over.avec.totalCents, 3151)
  })

  test('for certain customers applies to those only', async () => {
    const [one, other] = [await customer('un'), await customer('deux')]
    const targeted = { idClient: [one.idClient] }
    const totalFor = async (idClient: string | null) =>
      (await preview(targeted, { idClient })).avec.totalCents
    assert.equal(await totalFor(one.idClient), 3151)
    assert.equal(await totalFor(String(one.id)), 3151)
    assert.equal(await totalFor(other.idClient), 3501)
    assert.equal(await totalFor(null), 3501)
    const { status, body } = await ask(targeted, { idClient: 'CLI_NOBODY' })
    assert.deepEqual([status, body.code], [422, 'client-inconnu'])
  })

  test('is refused like the promotion itself, and with an unknown article', async () => {
    for (const [promotion, more, code] of [
      [{ valeurPromotion: 101 }, {}, 'valeur-refusee'],
      [{ dateFin: '2019-01-01T00:00:00.000Z' }, {}, 'valeur-refusee'],
      [{ idProduit: ['nothing'] }, {}, 'cible-inconnue'],
      [{ typePromotion: 'SEUIL_PANIER', idProduit: [lamp.ean] }, {}, 'valeur-refusee'],
      [{}, { articles: [{ id: 'nothing', quantite: 1 }] }, 'produit-inconnu'],
    ] as const) {
      const { status, body } = await ask(promotion, more)
      assert.deepEqual([status, body.code], [422, code])
    }
    assert.equal((await ask({ valeurPromotion: undefined })).status, 400)
  })
})

const KEY = 'COMPTOIR_API_KEYS 2'

test('a preview is no change: neither it nor its refusal is recorded in the audit trail', async () => {
  const guarded = await openPlatform({ started: false, settings: GUARDED })
  const tried = (promotion: object) =>
    guarded.call<Problem>(
      'POST',
      '/api/v1/privee/apercus-de-promotion',
      { promotion: { ...draft, ...promotion }, articles: [] },
      KEYS.admin,
    )
  assert.equal((await tried({})).status, 200)
  assert.equal((await tried({ valeurPromotion: 101 })).status, 422)
  // A refused creation is audited. Entries of the earlier previews, if there were any, would be stored by then.
  await guarded.call('POST', '/api/publique/data', { ...draft, valeurPromotion: 101 }, KEYS.admin)
  const entry = await eventually('the change is in the audit trail', async () => {
    const { body } = await guarded.call<{ data: { operation: string; auteur: string }[] }>(
      'GET',
      '/api/v1/privee/audits',
      undefined,
      KEYS.admin,
    )
    return body.data[0]?.operation === 'createPromotion' && body.data
  })
  assert.deepEqual(
    entry.map(({ operation, auteur }) => [operation, auteur]),
    [
      ['createPromotion', KEY],
      // The key of the caller, and that of the platform for calls between areas, which the start uses.
      ['useKey', KEY],
      ['useKey', 'COMPTOIR_API_KEYS 1'],
    ],
  )
})

describe('when two people change a promotion', () => {
  test('the second gets 412, and the first change is kept', async () => {
    const { id, dateModification } = await create({ description: 'Soldes' })
    const change = (fields: object, seen: unknown) =>
      shop.call<PromotionData & Problem>('PUT', `/api/publique/data/${id}`, fields, {
        'if-match': `"${seen}"`,
      })
    const first = await change({ description: 'Soldes d’été' }, dateModification)
    assert.equal(first.status, 200)
    const second = await change({ description: 'Soldes d’hiver' }, dateModification)
    assert.deepEqual([second.status, second.body.code], [412, 'modifie-entre-temps'])
    const again = await change({ valeurPromotion: 20 }, first.body.dateModification)
    assert.deepEqual([again.status, again.body.description], [200, 'Soldes d’été'])
    await remove({ id })
  })
})
