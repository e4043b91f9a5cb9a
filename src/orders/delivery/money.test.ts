import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import fc from 'fast-check'
import { createAfterSaleActions, openQuickShop } from '../../../test/support/after-sale.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { createInvoiceActions, type InvoiceAnswer, LEGAL } from '../../../test/support/invoices.ts'
import type { TestPlatform } from '../../../test/support/platform.ts'
import { waitUntilReconciled } from '../../../test/support/reconciled.ts'
import { createShopActions, type Product } from '../../../test/support/shopping.ts'
import { createWithdrawalActions } from '../../../test/support/withdrawals.ts'
import type { PricedBasket } from '../basket-schemas.ts'

let shop: TestPlatform
let url: string
let after: ReturnType<typeof createAfterSaleActions>
let lamp: Product
let book: Product
const { issued, read } = createInvoiceActions(() => shop)
before(async () => {
  shop = await openQuickShop(LEGAL)
  url = await shop.server.listen({ host: '127.0.0.1', port: 0 })
  after = createAfterSaleActions(shop)
  const { product, stock, store } = createShopActions(shop)
  lamp = await product({ poids: '1,2 kg' })
  book = await product({ nom: 'Livre', tauxTva: 5.5, prixDeVenteCents: 500, poids: '300 g' })
  const { id } = await store()
  for (const each of [lamp, book]) await stock(id, each.id, 10_000)
  for (const [code, prixCents, more] of [
    ['colis', 690, {}],
    ['express', 1290, { tauxTva: 20 }],
    ['lourd', 0, { type: 'relais', tarifs: [{ jusquAGrammes: 2000, prixCents: 333 }, { prixCents: 777 }] }],
  ] as const) {
    const method = { code, nom: `Envoi ${code}`, type: 'domicile', tarifs: [{ prixCents }], ...more }
    assert.equal((await shop.call('POST', '/api/v1/privee/modes-livraison', method)).status, 201)
  }
})

const ordered = (units: { product: Product; quantite: number }[]) =>
  units.map(({ product, quantite }) => ({
    ...{ id: product.id, quantite, prixUnitaireCents: product.prixDeVenteCents },
  }))
const goods = () =>
  ordered([
    { product: lamp, quantite: 1 },
    { product: book, quantite: 2 },
  ])
const returned = (ordreId: string, articles: { id: string | number; quantite: number }[]) => ({
  ...{ ordreId, articles: articles.map(({ id, quantite }) => ({ id, quantite })) },
})

/** Creates a delivered order of goods for 2000 cents with the method, and its customer. */
async function delivered(code: string, cents: number) {
  const ada = await after.customer()
  const { ordreId } = await after.paidOrder(goods(), {
    ...{ clientId: ada.idClient, montantTotalCents: 2000 + cents, livraison: { code } },
  })
  await after.move(ordreId, 'LIVREE')
  await after.untilDrained()
  return { ordreId, ada }
}
const credited = (ordreId: string, notes: number) =>
  eventually('the credit notes are issued', async () => {
    const { body } = await read(ordreId)
    return body.avoirs?.length === notes && body
  })
const remaining = ({ totaux, avoirs }: InvoiceAnswer) =>
  totaux.ttcCents - avoirs.reduce((sum, note) => sum + note.totaux.ttcCents, 0)

describe('an order with delivery', () => {
  test('is paid, invoiced and rewarded whole, and its history lists the goods alone', async () => {
    const { ordreId, ada } = await delivered('colis', 690)
    assert.deepEqual(await after.payment(ordreId), { statut: 'paye', payeCents: 2690, rembourseCents: 0 })
    assert.equal(await after.points(ada), 26)
    const history = await after.history(ada)
    assert.equal(
      history.reduce((sum, { quantity, unitPrice }) => sum + quantity * unitPrice, 0),
      2000,
    )
    const { lignes, totaux } = await issued(ordreId)
    assert.equal(totaux.ttcCents, 2690)
    assert.deepEqual(
      lignes.slice(2).map(({ articleId, nom, tauxTva, totalCents }) => [articleId, nom, tauxTva, totalCents]),
      [
        ['livraison', 'Envoi colis', 20, 345],
        ['livraison', 'Envoi colis', 5.5, 345],
      ],
    )
    await waitUntilReconciled(url)
  })

  test('keeps its delivery paid after a return of everything, which ends its history', async () => {
    const { ordreId, ada } = await delivered('express', 1290)
    const body = returned(ordreId, goods())
    const { status } = await shop.call('POST', '/api/v1/privee/retours', body)
    assert.equal(status, 201)
    await after.untilDrained()
    assert.deepEqual(await after.payment(ordreId), {
      ...{ statut: 'rembourse_en_partie', payeCents: 3290, rembourseCents: 2000 },
    })
    assert.deepEqual(await after.history(ada), [])
    assert.equal(await after.points(ada), 12)
    const invoice = await credited(ordreId, 1)
    assert.equal(remaining(invoice), 1290)
    assert.equal(
      invoice.avoirs[0]?.lignes.some(({ articleId }) => articleId === 'livraison'),
      false,
    )
    await waitUntilReconciled(url)
  })

  test('is refunded whole by a cancellation, whose credit note shows the delivery', async () => {
    const ada = await after.customer()
    const { ordreId } = await after.paidOrder(goods(), {
      ...{ clientId: ada.idClient, montantTotalCents: 2690, livraison: { code: 'colis' } },
    })
    await issued(ordreId)
    assert.equal(
      (await shop.call('POST', `/api/v1/publique/commandes/${ordreId}/annulation`, {})).status,
      200,
    )
    await eventually('it is refunded', async () => (await after.payment(ordreId)).rembourseCents === 2690)
    const invoice = await credited(ordreId, 1)
    assert.equal(remaining(invoice), 0)
    assert.deepEqual(
      invoice.avoirs[0]?.lignes.map(({ articleId, montantCents }) => [articleId, montantCents]),
      [
        ['livraison', 345],
        ['livraison', 345],
      ],
    )
    await after.untilDrained()
    assert.deepEqual(await after.history(ada), [])
    await waitUntilReconciled(url)
  })

  test('withdrawn as a whole refunds the cheapest delivery of its type', async () => {
    const { ordreId, ada } = await delivered('express', 1290)
    const { withdraw, decide } = createWithdrawalActions(shop)
    const { id: retractationId } = await withdraw(ordreId)
    assert.equal((await decide(retractationId, { statut: 'acceptee' })).body.statut, 'acceptee')
    const body = { ...returned(ordreId, goods()), retractationId }
    assert.equal((await shop.call('POST', '/api/v1/privee/retours', body)).status, 201)
    await after.untilDrained()
    assert.equal((await after.payment(ordreId)).rembourseCents, 2690)
    const invoice = await credited(ordreId, 1)
    assert.equal(remaining(invoice), 600)
    const line = invoice.avoirs[0]?.lignes.find(({ articleId }) => articleId === 'livraison')
    assert.partialDeepStrictEqual(line, { nom: 'Envoi express', quantite: 1, montantCents: 690, tauxTva: 20 })
    assert.deepEqual(await after.history(ada), [])
    await waitUntilReconciled(url)
  })
})

const seed = 20_261_126
const numRuns = 8

test(`the totals of any basket, its order, payment, invoice and refunds agree (seed ${seed}, ${numRuns} orders)`, async () => {
  const units = fc.record({ lamps: fc.integer({ min: 1, max: 3 }), books: fc.integer({ min: 0, max: 3 }) })
  const code = fc.constantFrom('colis', 'express', 'lourd')
  const check = async (
    { lamps, books }: { lamps: number; books: number },
    chosen: string,
    cancelled: boolean,
  ) => {
    const articles = ordered([
      { product: lamp, quantite: lamps },
      ...(books > 0 ? [{ product: book, quantite: books }] : []),
    ])
    const basket = await shop.call<PricedBasket>('POST', '/api/v1/publique/paniers', {
      ...{ articles: articles.map(({ id, quantite }) => ({ id, quantite })), livraison: { code: chosen } },
    })
    const { totalCents, livraisonCents = 0, lignes } = basket.body
    assert.equal(
      lignes.reduce((sum, line) => sum + line.totalCents, livraisonCents),
      totalCents,
    )
    const pointRelais = chosen === 'lourd' ? { id: '1', nom: 'Point', adresse: 'Ici' } : null
    const livraison = { code: chosen, ...(pointRelais && { pointRelais }) }
    const { ordreId } = await after.paidOrder(articles, { montantTotalCents: totalCents, livraison })
    assert.equal((await after.payment(ordreId)).payeCents, totalCents)
    assert.equal((await issued(ordreId)).totaux.ttcCents, totalCents)
    if (cancelled) await shop.call('POST', `/api/v1/publique/commandes/${ordreId}/annulation`, {})
    else {
      await after.move(ordreId, 'LIVREE')
      for (const article of articles)
        assert.equal(
          (await shop.call('POST', '/api/v1/privee/retours', returned(ordreId, [article]))).status,
          201,
        )
    }
    const back = cancelled ? totalCents : totalCents - livraisonCents
    await eventually('it is refunded', async () => (await after.payment(ordreId)).rembourseCents === back)
    assert.equal(remaining(await credited(ordreId, cancelled ? 1 : articles.length)), totalCents - back)
  }
  await fc.assert(fc.asyncProperty(units, code, fc.boolean(), check), { seed, numRuns })
  await after.untilDrained()
  await waitUntilReconciled(url)
})
