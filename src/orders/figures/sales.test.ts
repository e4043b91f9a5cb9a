import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createAfterSaleActions, openQuickShop } from '../../../test/support/after-sale.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import { paymentChanged } from '../../payments/contract.ts'
import { createAnnouncement } from '../../platform/events/outbox.ts'
import { countSales } from './count-figures.ts'
import type { GroupFigures, SalesDay } from './schemas.ts'

let shop: TestPlatform
before(async () => {
  shop = await openQuickShop()
})

const read = async <Body>(what: string, query = '') =>
  (await shop.call<Body>('GET', `/api/v1/privee/chiffres-${what}${query}`)).body
const today = async (query = '') => (await read<{ jour: SalesDay }>('ventes', query)).jour

test('the day of a shop includes discounts, two stores, a repeated refund, and a cancelled and refunded order', async () => {
  const { product, store, stock, placed } = createShopActions(shop)
  const after = createAfterSaleActions(shop)
  const [north, south] = [await store(), await store()]
  const [lamp, chair] = [
    await product({ nom: 'Lampe', prixDeVenteCents: 2_000, categories: 'Maison > Éclairage' }),
    await product({ nom: 'Chaise', prixDeVenteCents: 5_000, categories: 'Maison > Sièges' }),
  ]
  const post = (path: string, body: object) => shop.call<{ id: number }>('POST', path, body)
  const supplierOf = { nomLegal: 'Ateliers Vermeil', codeFournisseur: 'VERMEIL' }
  const supplier = (await post('/api/publique/fournisseurs', supplierOf)).body
  await post(`/api/publique/produits/${lamp.id}/fournisseurs`, {
    ...{ fournisseurId: supplier.id, statutRelation: 'prefere' },
  })
  await stock(north.id, lamp.id, 10)
  await stock(south.id, chair.id, 10)
  const { body: promotion } = await shop.call<{ id: number }>('POST', '/api/publique/data', {
    ...{
      categoriePromotion: 'PRODUIT',
      typePromotion: 'POURCENTAGE',
      valeurPromotion: 10,
      uniteValeur: 'PERCENT',
    },
    ...{ dateDebut: '2020-01-01T00:00:00Z', dateFin: '2999-01-01T00:00:00Z' },
    ...{ idProduit: [lamp.ean], description: 'Lampes à moins 10 %' },
  })
  const line = ({ id, prixDeVenteCents }: typeof lamp, quantite: number) => ({
    ...{ id, quantite, prixUnitaireCents: prixDeVenteCents },
  })

  const lamps = await after.paidOrder([line(lamp, 3)], { montantTotalCents: 5_400 })
  const chairs = await after.paidOrder([line(chair, 1)])
  await placed([line(chair, 2)])
  await after.refund(lamps.transactionId, 4)
  const { ordreId } = chairs
  await shop.call('POST', `/api/v1/publique/commandes/${ordreId}/annulation`, {})
  await after.untilDrained()
  await eventually(
    'the payment is refunded',
    async () => (await after.payment(ordreId)).rembourseCents === 5_000,
  )
  const { rows } = await shop.platform.db.pg.query(
    `select id from payments.transaction where "rembourseId" = $1`,
    [lamps.transactionId],
  )
  const again = createAnnouncement(paymentChanged, {
    ...{ transactionId: lamps.transactionId, orderId: lamps.ordreId, status: 'rembourse' },
    ...{ montant: 4, montantRembourse: 4, remboursementId: Number(rows[0].id) },
  })
  await shop.platform.db.transaction(tx => shop.platform.outbox.publishAll(tx, [again]))
  await after.untilDrained()
  await countSales(shop.platform)

  const { date, heures, ...all } = await today()
  assert.deepEqual(all, {
    ...{ commandes: 2, montantCents: 10_400, rembourseCents: 5_400 },
    ...{ chiffreAffairesCents: 5_000, panierMoyenCents: 5_200 },
  })
  assert.equal(
    heures.reduce((sum, hour) => sum + hour.montantCents, 0),
    10_400,
  )
  const inStore = async ({ id }: { id: number }) => (await today(`?magasinId=${id}`)).montantCents
  assert.deepEqual([await inStore(north), await inStore(south)], [5_400, 5_000])

  assert.deepEqual(await read('articles'), [
    { articleId: String(lamp.id), nom: 'Lampe', quantite: 3, montantCents: 5_400 },
    { articleId: String(chair.id), nom: 'Chaise', quantite: 1, montantCents: 5_000 },
  ])
  assert.deepEqual(await read('promotions', `?jour=${date}`), [
    {
      ...{ promotionId: promotion.id, description: 'Lampes à moins 10 %', commandes: 1 },
      ...{ remiseCents: 600, montantCents: 5_400 },
    },
  ])
  assert.deepEqual(await read('promotions', `?magasinId=${south.id}`), [])

  const groups = async (query: string) =>
    (await read<GroupFigures>('ventes/groupes', query)).groupes.map(
      ({ nature, cle, nom, commandes, quantite, chiffreAffairesCents }) => [
        ...[nature, cle, nom, commandes, quantite, chiffreAffairesCents],
      ],
    )
  assert.deepEqual(await groups(''), [
    ['categorie', 'Maison > Éclairage', 'Maison > Éclairage', 1, 3, 5_000],
    ['categorie', 'Maison > Sièges', 'Maison > Sièges', 1, 1, 0],
  ])
  assert.deepEqual(await groups('?par=fournisseur'), [
    ['fournisseur', String(supplier.id), 'Ateliers Vermeil', 1, 3, 5_000],
    ['fournisseur', null, null, 1, 1, 0],
  ])
  assert.deepEqual(await groups('?par=paiement'), [['paiement', 'carte_bancaire visa', null, 2, 4, 5_000]])
  assert.deepEqual(await groups(`?par=paiement&magasinId=${north.id}`), [
    ['paiement', 'carte_bancaire visa', null, 1, 3, 5_000],
  ])

  // Sales counted by an earlier version are in no group until a recount.
  await shop.platform.db.pg.query(`delete from orders.chiffre_groupe where groupe = 'paiement'`)
  assert.deepEqual(await groups('?par=paiement'), [['non_reparti', null, null, 0, 0, 5_000]])
})

test('a sale is counted automatically within seconds', async () => {
  const { commandes } = await today()
  const { place } = createShopActions(shop)
  const gift = await place([{ id: 'cadeau', quantite: 1, prixUnitaireCents: 0 }])
  assert.equal(gift.status, 201)
  const counting = await openPlatform({ databaseUrl: shop.databaseUrl, schedules: true })
  await eventually('the order is counted', async () => (await today()).commandes === commandes + 1)
  await counting.close()
})
