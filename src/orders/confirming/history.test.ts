import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { createCustomer, fetchHistory } from '../../../test/support/histories.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import { sql } from '../../platform/database/sql.ts'

let shop: TestPlatform
before(async () => {
  const settings = { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '3600000' }
  shop = await openPlatform({ settings })
})

const live = { dateDebut: '2020-01-01T00:00:00.000Z', dateFin: '2999-01-01T00:00:00.000Z' }
const promote = async (fields: object) =>
  assert.equal((await shop.call('POST', '/api/publique/data', { ...live, ...fields })).status, 201)

/** Pays an order and confirms the payment. */
async function confirm(ordreId: string, euros: number) {
  const { pay, transactionStatus } = createShopActions(shop)
  const { transactionId, authorizationId } = (await pay(ordreId, euros)).response
  await eventually(
    'the payment is accepted',
    async () => (await transactionStatus(transactionId)) === 'accepte',
  )
  const payment = { transactionId: String(transactionId), authorizationId, amount: euros.toFixed(2) }
  const { status } = await shop.call('POST', `/api/commandes/${ordreId}/confirmer-paiement`, payment)
  assert.equal(status, 200)
}

/** Returns the purchase history of a customer, ordered by product and price, once it has this number of rows. */
async function bought(client: number, rows: number) {
  await eventually(
    'the purchase is in the history',
    async () => (await fetchHistory(client, '', shop)).body.meta.total === rows,
  )
  const { data } = (await fetchHistory(client, '', shop)).body
  return data
    .map(({ articleId, quantity, unitPrice, totalAmount }) => [articleId, quantity, unitPrice, totalAmount])
    .sort((a, b) => Number(a[0]) - Number(b[0]) || Number(a[2]) - Number(b[2]))
}

test('the history has the paid amount of each article after discounts, to the cent', async () => {
  const { product, placed } = createShopActions(shop)
  const cup = await product({ nom: 'Tasse', prixDeVenteCents: 40 })
  const gift = await product({ nom: 'Cadeau', prixDeVenteCents: 500 })
  const given = { categoriePromotion: 'PRODUIT', typePromotion: 'POURCENTAGE', uniteValeur: 'PERCENT' }
  await promote({ ...given, valeurPromotion: 100, idProduit: [gift.ean] })
  const euros = { categoriePromotion: 'PANIER', typePromotion: 'MONTANT_FIXE', uniteValeur: 'EURO' }
  await promote({ ...euros, valeurPromotion: 0.2 })
  const client = await createCustomer(shop)
  const articles = [
    { id: cup.id, quantite: 3, prixUnitaireCents: 40 },
    { id: gift.id, quantite: 2, prixUnitaireCents: 500 },
  ]
  const { ordreId } = await placed(articles, { clientId: client.idClient, montantTotalCents: 100 })

  await confirm(ordreId, 1)

  const expected = [
    [String(cup.id), 2, 33, 66],
    [String(cup.id), 1, 34, 34],
    [String(gift.id), 2, 0, 0],
  ]
  assert.deepEqual(await bought(client.id, 3), expected)

  // The lines of older orders have no totals.
  const next = await createCustomer(shop)
  const old = await placed(articles, { clientId: next.idClient, montantTotalCents: 100 })
  await shop.platform.db.transaction(tx =>
    tx.run(sql`
      update orders.commande set lignes = (
        select json_agg((line::jsonb - 'totalCents')::json order by n)
        from json_array_elements(lignes) with ordinality as given (line, n))
      where "ordreId" = ${old.ordreId}`),
  )
  await confirm(old.ordreId, 1)
  // The paid 100 cents are spread over 120 and 1,000.
  assert.deepEqual(await bought(next.id, 3), [
    [String(cup.id), 2, 3, 6],
    [String(cup.id), 1, 4, 4],
    [String(gift.id), 2, 45, 90],
  ])
})
