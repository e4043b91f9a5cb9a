import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createAfterSaleActions, openQuickShop } from '../../../test/support/after-sale.ts'
import { openWithCallers, registerCustomer } from '../../../test/support/callers.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { KEYS } from '../../../test/support/guarded.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { CARDS, createShopActions } from '../../../test/support/shopping.ts'
import { insertTransactions } from '../../payments/store.ts'
import { createSignedLinks } from '../../platform/http/signed-links.ts'

type Answer = { statut: string; message: string; code?: string }

let shop: TestPlatform
let after: ReturnType<typeof createAfterSaleActions>
before(async () => {
  shop = await openQuickShop()
  after = createAfterSaleActions(shop)
})

const ARTICLES = [{ id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 2_550 }]
const cancel = (ordreId: string, headers?: Record<string, string>, at = shop) =>
  at.call<Answer>('POST', `/api/v1/publique/commandes/${ordreId}/annulation`, undefined, headers)

describe('a cancellation by the customer', () => {
  test('refunds the payment once however often it is requested, and updates stock, points and history', async () => {
    const { product, store, stock, left } = createShopActions(shop)
    const [{ id }, { id: storeId }] = [await product({ prixDeVenteCents: 2_550 }), await store()]
    await stock(storeId, id, 3)
    const ada = await after.customer()
    const { ordreId } = await after.paidOrder([{ id, quantite: 2, prixUnitaireCents: 2_550 }], {
      clientId: ada.idClient,
    })
    await after.untilDrained()
    assert.equal(await left(id), 1)

    const answers = await Promise.all(Array.from({ length: 20 }, () => cancel(ordreId)))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    assert.equal(answers[0]?.body.statut, 'ANNULEE')

    await eventually(
      'the payment is refunded',
      async () => (await after.payment(ordreId)).statut === 'rembourse',
    )
    await after.untilDrained()
    await eventually('the goods are back in stock', async () => (await left(id)) === 3)
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

  test('while the payment is pending refunds it once it is accepted', async () => {
    const slow = await openPlatform({
      settings: { COMPTOIR_PAYMENT_DELAY_MS: '300', COMPTOIR_CONFIRM_DELAY_MS: '600000' },
    })
    const later = createAfterSaleActions(slow)
    const { placed, pay } = createShopActions(slow)
    const { ordreId } = await placed(ARTICLES)
    await pay(ordreId, 25.5)
    assert.equal((await cancel(ordreId, undefined, slow)).status, 200)
    await eventually(
      'the payment is refunded',
      async () => (await later.payment(ordreId)).statut === 'rembourse',
    )
    assert.equal((await later.read(ordreId)).transactionId, null)
    await slow.close()
  })

  test('refunds an accepted payment that was not confirmed', async () => {
    const slow = await openPlatform({
      settings: { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '600000' },
    })
    const later = createAfterSaleActions(slow)
    const { placed, pay } = createShopActions(slow)
    const { ordreId } = await placed(ARTICLES)
    await pay(ordreId, 25.5)
    await eventually('the order is paid', async () => (await later.payment(ordreId)).statut === 'paye')
    assert.equal((await cancel(ordreId, undefined, slow)).status, 200)
    await eventually(
      'the payment is refunded',
      async () => (await later.payment(ordreId)).statut === 'rembourse',
    )
    await slow.close()
  })

  test('is refused once the order is in preparation or was cancelled by the shop; an unknown order is 404', async () => {
    const { placed } = createShopActions(shop)
    const prepared = (await placed(ARTICLES)).ordreId
    await after.move(prepared, 'EN_PREPARATION')
    const refused = await cancel(prepared)
    assert.deepEqual([refused.status, refused.body.code], [409, 'commande-en-preparation'])
    assert.equal((await after.read(prepared)).statut, 'EN_PREPARATION')

    const { ordreId } = await after.paidOrder(ARTICLES)
    await after.move(ordreId, 'ANNULEE')
    const late = await cancel(ordreId)
    assert.deepEqual([late.status, late.body.code], [409, 'commande-annulee'])
    await after.untilDrained()
    assert.equal((await after.payment(ordreId)).statut, 'paye')
    assert.equal((await cancel('CMD-UNKNOWN')).status, 404)
    for (const body of [{ montant: 5 }, []])
      assert.equal(
        (await shop.call('POST', `/api/v1/publique/commandes/${ordreId}/annulation`, body)).status,
        400,
        JSON.stringify(body),
      )
    assert.equal(
      (await shop.call('POST', `/api/v1/publique/commandes/${ordreId}/annulation`, {})).status,
      409,
    )
  })

  test('succeeds while payments is unavailable, and the refund follows', async () => {
    const { ordreId } = await after.paidOrder(ARTICLES)
    const alone = await openPlatform({ only: ['orders'], databaseUrl: shop.databaseUrl, started: false })
    assert.equal((await cancel(ordreId, undefined, alone)).status, 200)
    await alone.close()
    await eventually(
      'the payment is refunded',
      async () => (await after.payment(ordreId)).statut === 'rembourse',
    )
  })
})

describe('a cancellation that requires an unpaid order', () => {
  const closePayments = (ordreId: string, at = shop) =>
    at.call<Answer>('POST', `/api/v1/publique/commandes/${ordreId}/annulation`, { siImpayee: true })

  test('cancels an order without a payment or with a refused one, and records the reason in the history', async () => {
    const { placed, pay, transactionStatus } = createShopActions(shop)
    const [unpaid, refused] = [await placed(ARTICLES), await placed(ARTICLES)]
    const { transactionId } = (await pay(refused.ordreId, 25.5, CARDS.refused)).response
    await eventually(
      'the payment is refused',
      async () => (await transactionStatus(transactionId)) === 'refuse',
    )
    for (const { ordreId } of [unpaid, refused]) {
      for (const { status } of [await closePayments(ordreId), await closePayments(ordreId)])
        assert.equal(status, 200)
      assert.equal((await after.read(ordreId)).statut, 'ANNULEE')
      assert.deepEqual(await cancelledBy(ordreId), ['impaye'])
    }
    assert.equal((await closePayments('CMD-UNKNOWN')).status, 404)
  })

  test('is refused for an order with a pending or accepted payment', async () => {
    const slow = await openPlatform({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '600000' } })
    const pending = await createShopActions(slow).placed(ARTICLES)
    await createShopActions(slow).pay(pending.ordreId, 25.5)
    const [paid, prepared] = [await after.paidOrder(ARTICLES), await after.paidOrder(ARTICLES)]
    await after.move(prepared.ordreId, 'EN_PREPARATION')
    for (const [ordreId, at, statut] of [
      [pending.ordreId, slow, 'EN_ATTENTE'],
      [paid.ordreId, shop, 'EN_ATTENTE'],
      [prepared.ordreId, shop, 'EN_PREPARATION'],
    ] as const) {
      const { status, body } = await closePayments(ordreId, at)
      assert.deepEqual([status, body.code], [409, 'commande-payee'])
      assert.equal((await createAfterSaleActions(at).read(ordreId)).statut, statut)
    }
    await slow.close()
  })

  test('excludes a concurrent payment: one of the two is refused', async () => {
    const slow = await openPlatform({ settings: { COMPTOIR_PAYMENT_DELAY_MS: '600000' } })
    const { placed } = createShopActions(slow)
    const paying = (ordreId: string) =>
      slow.call<Answer>('POST', '/api/publique/paiement/create-cash-payment', {
        ...{ clientId: 'CLI_0A1B2C3D', montant: 25.5, orderId: ordreId },
      })
    // Each iteration starts the cancellation one turn of the event loop later, so that together they interrupt the
    // payment at each of its steps.
    for (let turns = 0; turns < 80; turns++) {
      const { ordreId } = await placed(ARTICLES)
      const later = async () => {
        for (let turn = 0; turn < turns; turn++) await nextTurn()
        return closePayments(ordreId, slow)
      }
      const [paid, cancelled] = await Promise.all([paying(ordreId), later()])
      const { statut } = await createAfterSaleActions(slow).read(ordreId)
      const message = `${turns} turns: ${JSON.stringify([paid.body, cancelled.body])}`
      if (paid.status === 201) assert.deepEqual([cancelled.status, statut], [409, 'EN_ATTENTE'], message)
      else assert.deepEqual([paid.status, cancelled.status, statut], [409, 200, 'ANNULEE'], message)
    }
    await slow.close()
  })

  test('refuses a payment that was admitted before it and is stored after it', async () => {
    const { ordreId } = await createShopActions(shop).placed(ARTICLES)
    const admit = () =>
      shop.call<{ admission: number }>('POST', `/api/v1/privee/commandes/${ordreId}/encaissements`, {
        ...{ montantCents: 2_550, devise: 'EUR', etape: 'paiement' },
      })
    const { admission } = (await admit()).body
    const close = await shop.call('POST', '/api/v1/privee/commandes-closes', { orderId: ordreId, admission })
    assert.equal(close.status, 204)
    const { montantCents, devise, typePaiement, moyen } = {
      ...{ montantCents: 2_550, devise: 'EUR', typePaiement: 'achat', moyen: 'especes' as const },
    }
    const row = {
      ...{
        montantCents,
        devise,
        typePaiement,
        moyen,
        orderId: ordreId,
        clientId: null,
        authorizationId: null,
      },
      ...{ provider: null, carte: null, lienId: null, savePaymentMethod: false, prouve: true },
      ...{ occurence_credit: null, differe: null, fidelise: null, magasinId: null },
    }
    const insert = (number: number) =>
      shop.platform.db.transaction(tx => insertTransactions(tx, [{ ...row, admission: number }], new Date()))
    assert.equal((await insert(admission)).length, 0)
    assert.equal((await insert((await admit()).body.admission)).length, 1, 'a later admission is valid')
  })
})

/** Returns the authors of the cancellations of an order from its public history. */
const cancelledBy = async (ordreId: string, headers?: Record<string, string>, at = shop) =>
  (
    await at.call<{ statut: string; annuleePar: string | null; commentaire: string | null }[]>(
      'GET',
      `/api/v1/publique/commandes/${ordreId}/statuts`,
      undefined,
      headers,
    )
  ).body.flatMap(({ statut, annuleePar, commentaire }) => {
    assert.equal(commentaire, null)
    return statut === 'ANNULEE' ? [annuleePar] : []
  })

test('the history says whether the customer or the shop cancelled', async () => {
  const { placed } = createShopActions(shop)
  const [own, staffs, moved] = [await placed(ARTICLES), await placed(ARTICLES), await placed(ARTICLES)]
  await cancel(own.ordreId)
  const forShop = { annuleePar: 'boutique' }
  await shop.call('POST', `/api/v1/publique/commandes/${staffs.ordreId}/annulation`, forShop)
  await after.move(moved.ordreId, 'ANNULEE')
  assert.deepEqual(await cancelledBy(own.ordreId), ['client'])
  assert.deepEqual(await cancelledBy(staffs.ordreId), ['boutique'])
  assert.deepEqual(await cancelledBy(moved.ordreId), ['boutique'])
})

test('with keys configured, the customer, the shop and support can cancel; the order ID alone is not enough', async () => {
  const { shop: guarded, keys } = await openWithCallers()
  const ada = await registerCustomer(guarded, KEYS.admin)
  const eve = await registerCustomer(guarded, KEYS.admin)
  const { id } = await createShopActions(guarded, KEYS.admin['x-api-key']).product({
    prixDeVenteCents: 2_550,
  })
  const place = async (headers: Record<string, string>) =>
    (
      await createShopActions(guarded).place(
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
  assert.deepEqual(await cancelledBy(own, ada.bearer, guarded), ['client'])
  for (const [headers, by] of [
    [keys.shop, 'client'],
    [keys.staff, 'boutique'],
  ] as const) {
    const ordreId = await place(ada.bearer)
    assert.equal((await cancel(ordreId, headers, guarded)).status, 200)
    assert.deepEqual(await cancelledBy(ordreId, ada.bearer, guarded), [by])
  }
  const path = `/api/v1/publique/commandes/${await place(ada.bearer)}/annulation`
  const posing = await guarded.call<Answer>('POST', path, { annuleePar: 'boutique' }, ada.bearer)
  assert.deepEqual([posing.status, posing.body.code], [403, 'droit-absent'])
  // The order was placed in her name by another caller, so she cannot cancel it.
  assert.equal((await cancel(await place({}), ada.bearer, guarded)).status, 403)
  assert.equal((await cancel('CMD-UNKNOWN', {}, guarded)).status, 401)

  // The signed link in the invoice mail also allows the cancellation, of its own order only.
  const links = createSignedLinks('a secret of the tests alone', { now: () => new Date() })
  const until = new Date(Date.now() + 60_000)
  const linkOf = (ordreId: string) =>
    links.sign(`/api/v1/publique/commandes/${ordreId}/facture`, until).split('?')[1]
  const [first, other] = [await place({}), await place({})]
  const byLink = (ordreId: string, link = '') =>
    guarded.call('POST', `/api/v1/publique/commandes/${ordreId}/annulation?${link}`)
  assert.equal((await byLink(first, linkOf(other))).status, 401)
  assert.equal((await byLink(first, linkOf(first))).status, 200)
})
