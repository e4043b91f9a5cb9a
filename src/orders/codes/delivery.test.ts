import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type BasketCode, createCodeActions } from '../../../test/support/codes.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createRandom } from '../../../test/support/seeded-random.ts'
import { createShopActions, type PlacedOrder, type Problem } from '../../../test/support/shopping.ts'
import type { PricedBasket } from '../basket-schemas.ts'

const FREE_DELIVERY = {
  ...{ typePromotion: 'LIVRAISON_OFFERTE', valeurPromotion: null, uniteValeur: null },
  ...{ categoriePromotion: 'PANIER', autoAppliquee: false },
}

let shop: TestPlatform
let products: { id: number; prixDeVenteCents: number }[]
before(async () => {
  shop = await openPlatform({ started: false })
  const { product } = createShopActions(shop)
  products = [await product({ prixDeVenteCents: 1000 }), await product({ prixDeVenteCents: 333 })]
  for (const [code, prixCents, type] of [
    ['colis', 490, 'domicile'],
    ['express', 990, 'domicile'],
    ['gratuit', 0, 'domicile'],
  ])
    await shop.call('POST', '/api/v1/privee/modes-livraison', {
      code,
      nom: code,
      type,
      tarifs: [{ prixCents }],
    })
})

type Read = { codes?: (BasketCode & { promotionId: number })[]; livraison: { promotionId: number | null } }

const price = async (
  articles: { id: number; quantite: number }[],
  codes: string[],
  method: string | undefined,
) =>
  (
    await shop.call<PricedBasket>('POST', '/api/v1/publique/paniers', {
      ...{ articles, codes, livraison: method && { code: method } },
    })
  ).body
const place = (
  articles: { id: number; quantite: number }[],
  codes: string[],
  method: string | undefined,
  total: number,
) =>
  shop.call<PlacedOrder & Problem>('POST', '/api/commandes', {
    ...{ clientId: 'CLI_0A1B2C3D', codes, montantTotalCents: total, adresseLivraison: {}, clientInfo: {} },
    articles: articles.map(({ id, quantite }) => ({
      ...{ id, quantite, prixUnitaireCents: products.find(each => each.id === id)?.prixDeVenteCents },
    })),
    livraison: method && { code: method },
  })
const read = async (ordreId: string) => (await shop.call<Read>('GET', `/api/commandes/${ordreId}`)).body
const one = () => [{ id: products[0]?.id ?? 0, quantite: 1 }]
const shownCodes = ({ codes }: PricedBasket) =>
  codes?.map(({ statut, montantCents }) => `${statut} ${montantCents}`)

describe('a code of free delivery', () => {
  test('applies where a method is chosen that costs something without it', async () => {
    const { promote, code } = createCodeActions(shop)
    const { code: name, promotionId } = await code(
      await promote({ ...FREE_DELIVERY, modesLivraison: ['colis'] }),
    )
    const chosen = await price(one(), [name], 'colis')
    assert.deepEqual(chosen.livraison, { code: 'colis', prixCents: 0, promotionId })
    assert.deepEqual([chosen.totalCents, shownCodes(chosen)], [1000, ['applique 490']])
    for (const [method, total] of [
      [undefined, 1000],
      ['express', 1990],
      ['gratuit', 1000],
    ] as const) {
      const basket = await price(one(), [name], method)
      assert.deepEqual([basket.totalCents, shownCodes(basket)], [total, ['non-retenu 0']])
    }
    assert.equal((await price(one(), [], 'colis')).totalCents, 1490)

    const { body } = await place(one(), [name], 'colis', 1000)
    assert.partialDeepStrictEqual(await read(body.ordreId), {
      ...{ codes: [{ code: name, promotionId, montantCents: 490 }], livraison: { promotionId } },
    })
    const unused = await place(one(), [name], 'express', 1990)
    assert.deepEqual((await read(unused.body.ordreId)).codes, [])
  })

  test('combines with a discount, and is not used where an automatic promotion waives the price', async () => {
    const { promote, code } = createCodeActions(shop)
    const ten = await code(await promote())
    const [first, second] = [
      await code(await promote(FREE_DELIVERY)),
      await code(await promote(FREE_DELIVERY)),
    ]
    const named = [second.code, ten.code, first.code]
    const both = await price(one(), named, 'colis')
    assert.deepEqual(
      [both.totalCents, shownCodes(both)],
      [900, ['non-retenu 0', 'applique 100', 'applique 490']],
    )
    assert.deepEqual(
      shownCodes(await price(one(), named.toReversed(), 'colis')),
      shownCodes(both)?.toReversed(),
    )
    const automatic = await promote({ ...FREE_DELIVERY, autoAppliquee: true })
    const waived = await price(one(), named, 'colis')
    assert.equal(waived.livraison?.promotionId, automatic)
    assert.deepEqual(shownCodes(waived), ['non-retenu 0', 'applique 100', 'non-retenu 0'])
    await shop.call('DELETE', `/api/publique/data/${automatic}`)
  })

  test('needs its goods total after promotions, and is refused once its uses are taken', async () => {
    const { promote, code } = createCodeActions(shop)
    const { code: name } = await code(await promote({ ...FREE_DELIVERY, seuilMontant: 1000 }), {
      utilisationsMax: 1,
    })
    const { code: ten } = await code(await promote())
    assert.deepEqual(shownCodes(await price(one(), [name, ten], 'colis')), ['non-retenu 0', 'applique 100'])
    assert.equal((await place(one(), [name, ten], 'colis', 1390)).status, 201)
    assert.equal((await place(one(), [name], 'colis', 1000)).status, 201)
    assert.partialDeepStrictEqual(await place(one(), [name], 'colis', 1490), {
      ...{ status: 422, body: { code: 'code-refuse', statut: 'epuise' } },
    })
  })
})

const seed = 20_261_126
test(`any basket, its order and its payment agree, in whatever order codes are named (seed ${seed})`, async () => {
  const random = createRandom(seed)
  const { promote, code } = createCodeActions(shop)
  const names: string[] = []
  for (const fields of [
    { valeurPromotion: 12.5 },
    { valeurPromotion: 3.33, uniteValeur: 'EURO', typePromotion: 'SEUIL_PANIER', seuilMontant: 1500 },
    { typePromotion: 'PRODUIT_OFFERT', quantiteAchat: 2 },
    { valeurPromotion: 7, idProduit: [String(products[1]?.id)] },
    FREE_DELIVERY,
    { ...FREE_DELIVERY, modesLivraison: ['express'] },
  ])
    names.push((await code(await promote(fields))).code)
  await promote({ valeurPromotion: 9, autoAppliquee: true })

  for (let i = 0; i < 12; i++) {
    const articles = products.map(({ id }) => ({ id, quantite: 1 + random.below(4) }))
    const codes = names.filter(() => random.next() < 0.5).slice(0, 5)
    const method = random.pick([undefined, 'colis', 'express', 'gratuit'])
    const basket = await price(articles, codes, method)
    const reversed = await price(articles, codes.toReversed(), method)
    assert.deepEqual({ ...reversed, codes: reversed.codes?.toReversed() }, { codes: undefined, ...basket })
    const { status, body } = await place(articles, codes.toReversed(), method, basket.totalCents)
    assert.equal(status, 201, body.message)
    const applied = (basket.codes ?? []).filter(({ statut }) => statut === 'applique')
    const stored = (await read(body.ordreId)).codes ?? []
    const amounts = (list: { code: string; montantCents: number }[]) =>
      list.map(each => `${each.code} ${each.montantCents}`).sort()
    assert.deepEqual(amounts(stored), amounts(applied))
    const begin = (montantCents: number) =>
      shop.call('POST', `/api/v1/privee/commandes/${body.ordreId}/encaissements`, {
        montantCents,
        etape: 'paiement',
      })
    if (basket.totalCents === 0) continue
    assert.equal((await begin(basket.totalCents + 1)).status, 422)
    assert.equal((await begin(basket.totalCents)).status, 200)
  }
})
