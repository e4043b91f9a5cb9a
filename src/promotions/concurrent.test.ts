import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../test/support/platform.ts'
import { createShopActions, type Problem } from '../../test/support/shopping.ts'
import type { PromotionData } from './schemas.ts'

const DATA = '/api/publique/data'
const minimal = {
  categoriePromotion: 'EVENT',
  typePromotion: 'POURCENTAGE',
  valeurPromotion: 10,
  uniteValeur: 'PERCENT',
  dateDebut: '2020-01-01T00:00:00.000Z',
  dateFin: '2999-01-01T00:00:00.000Z',
}

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ started: false })
})

const create = async (fields: object = {}) =>
  (await shop.call<PromotionData>('POST', DATA, { ...minimal, ...fields })).body
const change = (id: number, fields: object) =>
  shop.call<PromotionData & Problem>('PUT', `${DATA}/${id}`, fields)
const read = async (id: number) =>
  (await shop.call<PromotionData[]>('GET', DATA)).body.find(promotion => promotion.id === id)

describe('concurrent changes', () => {
  test('of different fields are all stored, and each is announced', async () => {
    const { id } = await create()
    const changes: object[] = [
      { description: 'Soldes' },
      { seuilMontant: 500 },
      { quantiteAchat: 3 },
      { valeurPromotion: 25 },
      { applicationsConcernees: ['E-COMMERCE'] },
    ]

    const answers = await Promise.all([...changes, ...changes].map(fields => change(id, fields)))

    for (const { status } of answers) assert.equal(status, 200)
    assert.partialDeepStrictEqual(await read(id), Object.assign({}, ...changes))
    const { rows } = await shop.platform.db.pg.query(
      `select (body ->> 'version')::int as version from platform.outbox
       where queue = 'commandes.promotions' and body ->> 'id' = $1 order by 1`,
      [String(id)],
    )
    assert.deepEqual(
      rows.map(({ version }) => version),
      Array.from({ length: 11 }, (_, i) => i + 1),
    )
  })

  test('that are valid only separately: the second is refused', async () => {
    const { id } = await create({ typePromotion: 'MONTANT_FIXE', uniteValeur: 'EURO', valeurPromotion: 50 })
    const answers = await Promise.all([
      change(id, { uniteValeur: 'PERCENT' }),
      change(id, { valeurPromotion: 150 }),
    ])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 422])
  })

  test('that delete a promotion: one is 204, the others are 404', async () => {
    const { id } = await create()
    const answers = await Promise.all(Array.from({ length: 20 }, () => shop.call('DELETE', `${DATA}/${id}`)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, ...Array(19).fill(404)])
    assert.equal((await change(id, { description: 'x' })).status, 404)
  })
})

describe('a change', () => {
  test('with null clears optional fields, and is refused for required ones', async () => {
    const { id, ean } = await createShopActions(shop).product()
    const promotion = await create({
      idProduit: [ean],
      seuilMontant: 5,
      description: 'x',
      autoAppliquee: false,
    })
    const cleared = await change(promotion.id, { idProduit: null, seuilMontant: null, description: null })
    assert.equal(cleared.status, 200)
    assert.partialDeepStrictEqual(cleared.body, { idProduit: null, seuilMontant: null, description: '' })
    assert.equal(cleared.body.autoAppliquee, false)
    for (const name of Object.keys(minimal))
      assert.equal((await change(promotion.id, { [name]: null })).status, 400, name)

    const { rows } = await shop.platform.db.pg.query(
      'select "produitsVises" from promotions.promotion where id = $1',
      [promotion.id],
    )
    assert.deepEqual(rows, [{ produitsVises: null }])
    assert.equal((await change(promotion.id, { idProduit: [String(id)] })).status, 200)
  })

  test('without fields changes only its date', async () => {
    const before = await create({ seuilMontant: 7 })
    const { body } = await change(before.id, {})
    assert.deepEqual({ ...body, dateModification: before.dateModification }, before)
  })
})

test('a repeated value in a list is stored once', async () => {
  const { id, ean } = await createShopActions(shop).product()
  const promotion = await create({
    idProduit: [ean, String(id), ean],
    applicationsConcernees: ['MAGASIN', 'E-COMMERCE', 'MAGASIN'],
  })
  assert.deepEqual(promotion.idProduit, [ean, String(id)])
  assert.deepEqual(promotion.applicationsConcernees, ['MAGASIN', 'E-COMMERCE'])
  const { rows } = await shop.platform.db.pg.query(
    'select "produitsVises" from promotions.promotion where id = $1',
    [promotion.id],
  )
  assert.deepEqual(rows, [{ produitsVises: [String(id)] }])
})
