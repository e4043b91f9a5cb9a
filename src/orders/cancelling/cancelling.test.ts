import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { afterSale, openQuickShop } from '../../../test/support/after-sale.ts'
import { openWithCallers, registered } from '../../../test/support/callers.ts'
import { KEYS } from '../../../test/support/guarded.ts'
import { eventually, openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { shopping } from '../../../test/support/shopping.ts'

type Answer = { statut: string; message: string; code?: string }

let shop: TestPlatform
let after: ReturnType<typeof afterSale>
before(async () => {
  shop = await openQuickShop()
  after = afterSale(shop)
})

const ARTICLES = [{ id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 2_550 }]
const cancel = (ordreId: string, headers?: Record<string, string>, at = shop) =>
  at.call<Answer>('POST', `/api/v1/publique/commandes/${ordreId}/annulation`, undefined, headers)

describe('a customer who cancels', () => {
  test('gets back what was paid, once, however often it is asked; stock, points and history follow', async () => {
    const { product, store, stock, left } = shopping(shop)
    const [{ id }, { id: storeId }] = [await product({ prixDeVenteCents: 2_550 }), await store()]
    await stock(storeId, id, 3)
    const ada = await after.customer()
    const { ordreId } = await after.paidOrder([{ id, quantite: 2, prixUnitaireCents: 2_550 }], {
      clientId: ada.idClient,
    })
    await after.quiet()
    assert.equal(await left(id), 1)

    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(ordreId)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(answers[0]?.body.statut, 'ANNULEE')

    await eventually('it is refunded', async () => (await after.payment(ordreId)).statut === 'rembourse')
    await after.quiet()
    await eventually('the goods are back', async () => (await left(id)) === 3)
    assert.equal((await after.history(ada)).length, 0)
    const { body } = await shop.call<{ data: { typePaiement: string }[] }>(
      'GET',
      `/api/private/transactions?orderId=${ordreId}`,
    )
    assert.deepEqual(
      body.data.map(({ typePaiement }) => typePaiement),
      ['achat', 'remboursement'],
    )
  })

  test('before the payment pays nothing; a payment that was on its way is given back', async () => {
    const slow = await openPlatform({
      settings: { COMPTOIR_PAYMENT_DELAY_MS: '300', COMPTOIR_CONFIRM_DELAY_MS: '600000' },
    })
    const later = afterSale(slow)
    const { placed, pay } = shopping(slow)
    const { ordreId } = await placed(ARTICLES)
    await pay(ordreId, 25.5)
    assert.equal((await cancel(ordreId, undefined, slow)).status, 200)
    await eventually('it is given back', async () => (await later.payment(ordreId)).statut === 'rembourse')
    assert.equal((await later.read(ordreId)).transactionId, null)
    await slow.close()
  })

  test('gets back a payment that was accepted and not confirmed', async () => {
    const slow = await openPlatform({
      settings: { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '600000' },
    })
    const later = afterSale(slow)
    const { placed, pay } = shopping(slow)
    const { ordreId } = await placed(ARTICLES)
    await pay(ordreId, 25.5)
    await eventually('it is paid', async () => (await later.payment(ordreId)).statut === 'paye')
    assert.equal((await cancel(ordreId, undefined, slow)).status, 200)
    await eventually('it is given back', async () => (await later.payment(ordreId)).statut === 'rembourse')
    await slow.close()
  })

  test('is refused once the order is prepared, or was cancelled by the shop; an unknown order is 404', async () => {
    const { placed } = shopping(shop)
    const prepared = (await placed(ARTICLES)).ordreId
    await after.move(prepared, 'EN_PREPARATION')
    const refused = await cancel(prepared)
    assert.deepEqual([refused.status, refused.body.code], [409, 'commande-en-preparation'])
    assert.equal((await after.read(prepared)).statut, 'EN_PREPARATION')

    const { ordreId } = await after.paidOrder(ARTICLES)
    await after.move(ordreId, 'ANNULEE')
    const late = await cancel(ordreId)
    assert.deepEqual([late.status, late.body.code], [409, 'commande-annulee'])
    await after.quiet()
    assert.equal((await after.payment(ordreId)).statut, 'paye')
    assert.equal((await cancel('CMD-UNKNOWN')).status, 404)
  })

  test('while payments is away is refunded when it is back', async () => {
    const { ordreId } = await after.paidOrder(ARTICLES)
    const alone = await openPlatform({ only: ['orders'], databaseUrl: shop.databaseUrl, started: false })
    assert.equal((await cancel(ordreId, undefined, alone)).status, 200)
    await alone.close()
    await eventually('it is refunded', async () => (await after.payment(ordreId)).statut === 'rembourse')
  })
})

test('with keys configured: the customer, the shop and the support cancel, nobody by the id alone', async () => {
  const { shop: guarded, keys } = await openWithCallers()
  const ada = await registered(guarded, KEYS.admin)
  const eve = await registered(guarded, KEYS.admin)
  const { id } = await shopping(guarded, KEYS.admin['x-api-key']).product({ prixDeVenteCents: 2_550 })
  const place = async (headers: Record<string, string>) =>
    (
      await shopping(guarded).place(
        [{ id, quantite: 1, prixUnitaireCents: 2_550 }],
        { clientId: ada.clientId },
        headers,
      )
    ).body.ordreId

  const own = await place(ada.bearer)
  for (const [headers, status] of [
    [{}, 401],
    [eve.bearer, 403],
    [keys.till, 403],
    [keys.catalogue, 403],
    [ada.bearer, 200],
  ] as const)
    assert.equal((await cancel(own, headers, guarded)).status, status)
  for (const headers of [keys.shop, keys.staff])
    assert.equal((await cancel(await place(ada.bearer), headers, guarded)).status, 200)
  // Somebody else ordered in her name: it is not hers to cancel.
  assert.equal((await cancel(await place({}), ada.bearer, guarded)).status, 403)
  assert.equal((await cancel('CMD-UNKNOWN', {}, guarded)).status, 401)
})
