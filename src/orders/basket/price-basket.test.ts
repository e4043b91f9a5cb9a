import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions, type Problem } from '../../../test/support/shopping.ts'
import type { PricedBasket } from '../basket-schemas.ts'

const live = { dateDebut: '2020-01-01T00:00:00.000Z', dateFin: '2999-01-01T00:00:00.000Z' }

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ started: false })
})

const ask = (body: object, at = shop) =>
  at.call<PricedBasket & Problem>('POST', '/api/v1/publique/paniers', body)
const basketOf = async (articles: object[], more: object = {}) => {
  const { status, body } = await ask({ articles, ...more })
  assert.equal(status, 200, JSON.stringify(body))
  return body
}

/** Runs `work` while a promotion with these fields is active. */
async function promoting(fields: object, work: (id: number) => Promise<void>) {
  const { status, body } = await shop.call<{ id: number }>('POST', '/api/publique/data', {
    ...{
      categoriePromotion: 'PANIER',
      typePromotion: 'MONTANT_FIXE',
      valeurPromotion: 1,
      uniteValeur: 'EURO',
    },
    ...live,
    ...fields,
  })
  assert.equal(status, 201, JSON.stringify(body))
  try {
    await work(body.id)
  } finally {
    await shop.call('DELETE', `/api/publique/data/${body.id}`)
  }
}

describe('a priced basket', () => {
  test('has current prices, the discount of each promotion, and the amount for the order', async () => {
    const { product, place } = createShopActions(shop)
    const lamp = await product({ nom: 'Lampe', prixDeVenteCents: 1000 })
    const bulb = await product({ nom: 'Ampoule', prixDeVenteCents: 501 })
    const onLamp = { idProduit: [lamp.ean], valeurPromotion: 2, description: 'Lampes en fête' }
    await promoting(onLamp, lamps =>
      promoting({ description: 'Un euro offert' }, async euro => {
        const body = await basketOf([
          { id: lamp.ean, quantite: 1 },
          { id: bulb.id, quantite: 1 },
          { id: String(lamp.id), quantite: 1 },
        ])
        const untracked = { disponible: null, stockConnu: false }
        // The 100 cents are spread over 1600 and 501: 76 and 23, and the remaining cent on the last line.
        assert.deepEqual(body, {
          lignes: [
            {
              ...{ id: lamp.id, nom: 'Lampe', quantite: 2, prixUnitaireCents: 1000, ...untracked },
              remises: [
                { promotionId: lamps, montantCents: 400 },
                { promotionId: euro, montantCents: 76 },
              ],
              totalCents: 1524,
            },
            {
              ...{ id: bulb.id, nom: 'Ampoule', quantite: 1, prixUnitaireCents: 501, ...untracked },
              remises: [{ promotionId: euro, montantCents: 24 }],
              totalCents: 477,
            },
          ],
          remises: [
            { promotionId: lamps, description: 'Lampes en fête', montantCents: 400 },
            { promotionId: euro, description: 'Un euro offert', montantCents: 100 },
          ],
          sousTotalCents: 2501,
          totalCents: 2001,
        })
        const articles = [
          { id: lamp.id, quantite: 2, prixUnitaireCents: 1000 },
          { id: bulb.id, quantite: 1, prixUnitaireCents: 501 },
        ]
        assert.equal((await place(articles, { montantTotalCents: 2000 })).status, 422)
        assert.equal((await place(articles, { montantTotalCents: 2001 })).status, 201)
      }),
    )
  })

  test('without articles costs nothing', async () => {
    assert.deepEqual(await basketOf([]), { lignes: [], remises: [], sousTotalCents: 0, totalCents: 0 })
  })

  test('shows the quantity for sale in the requested store or in all, without reserved goods', async () => {
    const { product, store, stock, place } = createShopActions(shop)
    const [here, there] = [(await store()).id, (await store()).id]
    const { id } = await product()
    const available = async (magasinId?: number | null) =>
      (await basketOf([{ id, quantite: 9 }], { magasinId })).lignes[0]?.disponible
    assert.equal(await available(), null)
    assert.equal(await available(here), null)

    await stock(here, id, 3)
    assert.equal((await place([{ id, quantite: 1, prixUnitaireCents: 1000 }])).status, 201)
    const elsewhere = await product()
    await stock(there, elsewhere.id, 5)
    assert.deepEqual([await available(here), await available(there), await available(null)], [2, 0, 2])
    await stock(there, id, 4)
    assert.deepEqual([await available(here), await available(there), await available()], [2, 4, 6])
  })

  test('is refused like its order for an unknown or unavailable article and an unknown store', async () => {
    const { product } = createShopActions(shop)
    const { id } = await product()
    const gone = await product({ nom: 'Ancienne', statutProduit: 'obsolete' })
    for (const [body, message] of [
      [{ articles: [{ id: 'inconnu', quantite: 1 }] }, /inconnu/],
      [
        {
          articles: [
            { id, quantite: 1 },
            { id: 'a,b', quantite: 1 },
          ],
        },
        /a,b/,
      ],
      [{ articles: [{ id: gone.id, quantite: 1 }] }, /Ancienne/],
      [{ articles: [{ id, quantite: 1 }], magasinId: 987_654 }, /987654/],
    ] as const) {
      const answer = await ask(body)
      assert.equal(answer.status, 422, JSON.stringify(body))
      assert.match(answer.body.message, message)
    }
    const dear = await product({ prixDeVenteCents: 2_147_483_647 })
    assert.equal((await ask({ articles: [{ id: dear.id, quantite: 2_147_483_647 }] })).status, 422)
  })

  test('with an invalid body is 400', async () => {
    const { id } = await createShopActions(shop).product()
    const one = { id, quantite: 1 }
    for (const body of [
      {},
      { articles: null },
      { articles: one },
      { articles: [{ id }] },
      { articles: [{ quantite: 1 }] },
      { articles: [{ ...one, quantite: 0 }] },
      { articles: [{ ...one, quantite: '1' }] },
      { articles: [{ ...one, quantite: 1.5 }] },
      { articles: [{ ...one, id: '' }] },
      { articles: [{ ...one, id: null }] },
      { articles: Array(201).fill(one) },
      { articles: [one], idClient: 12 },
      { articles: [one], magasinId: '1' },
      { articles: [one], magasinId: 0 },
    ])
      assert.equal((await ask(body)).status, 400, JSON.stringify(body))
    assert.equal((await ask({ articles: Array(200).fill(one), idClient: null, magasinId: null })).status, 200)
  })

  test('requested twenty times concurrently is the same each time', async () => {
    const { id } = await createShopActions(shop).product()
    const answers = await Promise.all(Array.from({ length: 20 }, () => basketOf([{ id, quantite: 2 }])))
    for (const answer of answers) assert.deepEqual(answer, answers[0])
  })

  test('is 503 while reference or logistics is unavailable', async () => {
    const { id } = await createShopActions(shop).product()
    const articles = [{ id, quantite: 1 }]
    for (const only of [
      ['orders', 'reference'],
      ['orders', 'logistics'],
    ]) {
      const alone = await openPlatform({ only, databaseUrl: shop.databaseUrl, started: false })
      const { status, headers } = await ask({ articles }, alone)
      assert.deepEqual([only, status], [only, 503])
      assert.ok(headers['retry-after'])
      await alone.close()
    }
  })
})
