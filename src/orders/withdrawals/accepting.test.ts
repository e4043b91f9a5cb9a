import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { registerCustomer } from '../../../test/support/callers.ts'
import { eventually } from '../../../test/support/eventually.ts'
import type { TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import { createWithdrawalActions, DAY, EMAIL, openWithdrawalShop } from '../../../test/support/withdrawals.ts'
import { inParis } from '../../platform/clock.ts'

let shop: TestPlatform
let clock: Awaited<ReturnType<typeof openWithdrawalShop>>['clock']
let actions: ReturnType<typeof createWithdrawalActions>
before(async () => {
  const opened = await openWithdrawalShop()
  shop = opened.shop
  clock = opened.clock
  actions = createWithdrawalActions(shop)
})

const statusOf = async (ordreId: string, articles?: Parameters<typeof actions.withdraw>[1], more?: object) =>
  (await actions.withdraw(ordreId, articles, more)).statut

describe('a confirmed withdrawal', () => {
  test('of a paid order that is not sent cancels and refunds it at once', async () => {
    for (const statut of [undefined, 'EN_PREPARATION']) {
      const { ordreId } = await actions.ordered(3, statut)
      const { statut: state, recuLe, aRembourserAvant } = await actions.withdraw(ordreId)
      assert.equal(state, 'remboursee')
      assert.equal(new Date(aRembourserAvant).getTime() - new Date(recuLe).getTime(), 14 * DAY)
      assert.equal((await actions.after.read(ordreId)).statut, 'ANNULEE')
      await eventually(
        'everything is refunded',
        async () => (await actions.after.payment(ordreId)).rembourseCents === 3_000,
      )
    }
  })

  test('naming every unit covers the order too, by id, EAN or in several articles', async () => {
    const { ordreId, id, ean } = await actions.ordered(3)
    const articles = [
      { id, quantite: 1 },
      { id: ean, quantite: 2 },
    ]
    assert.equal(await statusOf(ordreId, articles), 'remboursee')
    assert.equal((await actions.after.read(ordreId)).statut, 'ANNULEE')
  })

  test('of a part of an unsent order is accepted; with another of the rest, the order is cancelled', async () => {
    const { ordreId, id } = await actions.ordered(2)
    const one = [{ id, quantite: 1 }]
    assert.equal(await statusOf(ordreId, one), 'acceptee')
    assert.equal((await actions.after.read(ordreId)).statut, 'EN_ATTENTE')
    assert.equal(await statusOf(ordreId, one), 'remboursee')
    assert.deepEqual(
      (await actions.ofOrder(ordreId)).map(({ statut }) => statut),
      ['remboursee', 'remboursee'],
    )
    await eventually(
      'everything is refunded once',
      async () => (await actions.after.payment(ordreId)).rembourseCents === 2_000,
    )
  })

  test('of a free order is accepted', async () => {
    const { id } = await actions.product({ prixDeVenteCents: 0 })
    const clientInfo = { email: EMAIL }
    const { placed } = createShopActions(shop)
    const { ordreId } = await placed([{ id, quantite: 1, prixUnitaireCents: 0 }], { clientInfo })
    assert.equal(await statusOf(ordreId), 'remboursee')
    assert.equal((await actions.after.read(ordreId)).statut, 'ANNULEE')
  })

  test('of a sent order is accepted until the end of the fourteenth day after its delivery', async () => {
    const sent = await actions.ordered(2, 'EXPEDIEE')
    const [early, late] = [await actions.ordered(2, 'LIVREE'), await actions.ordered(2, 'LIVREE')]
    const end = inParis(clock.now()).startOfDay().add({ days: 15 }).epochMilliseconds
    clock.advance(end - clock.now().getTime() - 60_000)
    assert.equal(await statusOf(sent.ordreId), 'acceptee')
    assert.equal(await statusOf(early.ordreId), 'acceptee')
    clock.advance(60_000)
    assert.equal(await statusOf(late.ordreId), 'a_verifier')
    for (const { ordreId } of [sent, early, late])
      assert.notEqual((await actions.after.read(ordreId)).statut, 'ANNULEE')
  })

  test('of an unpaid or cancelled order waits for staff', async () => {
    const { ordreId } = await actions.unpaid()
    assert.equal(await statusOf(ordreId), 'a_verifier')
    assert.equal((await actions.after.read(ordreId)).statut, 'EN_ATTENTE')
    const cancelled = await actions.ordered(1, 'ANNULEE')
    assert.equal(await statusOf(cancelled.ordreId), 'a_verifier')
    assert.equal((await actions.after.payment(cancelled.ordreId)).rembourseCents, 0)
  })

  test('needs the e-mail address of the order, in any case', async () => {
    const [one, other] = [await actions.ordered(), await actions.ordered()]
    assert.equal(await statusOf(one.ordreId, undefined, { courriel: 'eve@example.org' }), 'a_verifier')
    assert.equal((await actions.after.read(one.ordreId)).statut, 'EN_ATTENTE')
    assert.equal(await statusOf(one.ordreId), 'remboursee', 'the wrong one does not block the right one')
    assert.equal(await statusOf(other.ordreId, undefined, { courriel: 'ADA@Example.org' }), 'remboursee')
  })

  test('uses the address of the account for an order without one', async () => {
    const { email, clientId } = await registerCustomer(shop, {})
    const { id } = await actions.product()
    const articles = [{ id, quantite: 1, prixUnitaireCents: 1_000 }]
    const [one, other] = [
      await actions.after.paidOrder(articles, { clientId }),
      await actions.after.paidOrder(articles, { clientId }),
    ]
    assert.equal(await statusOf(one.ordreId, undefined, { courriel: email }), 'remboursee')
    assert.equal(await statusOf(other.ordreId), 'a_verifier')
  })

  test('waits for staff if a unit is not in the order, was withdrawn, returned or refunded', async () => {
    const { ordreId, id } = await actions.ordered(3, 'LIVREE')
    const units = (quantite: number) => [{ id, quantite }]
    assert.equal(await statusOf(ordreId, units(4)), 'a_verifier')
    assert.equal(await statusOf(ordreId, [{ id: 'inconnu', quantite: 1 }]), 'a_verifier')
    assert.equal((await actions.giveBack(ordreId, units(1))).status, 201)
    assert.equal(await statusOf(ordreId, units(3)), 'a_verifier')
    assert.equal(await statusOf(ordreId), 'a_verifier')
    assert.equal(await statusOf(ordreId, units(1)), 'acceptee')
    assert.equal(await statusOf(ordreId, units(2)), 'a_verifier')
    assert.equal(await statusOf(ordreId, units(1)), 'acceptee')
    assert.equal(await statusOf(ordreId, units(1)), 'a_verifier')

    const refunded = await actions.ordered(1, 'LIVREE')
    await actions.after.refund(refunded.transactionId)
    await actions.after.untilDrained()
    assert.equal(await statusOf(refunded.ordreId), 'a_verifier')
    const inPart = await actions.ordered(2, 'LIVREE')
    await actions.after.refund(inPart.transactionId, 5)
    await actions.after.untilDrained()
    assert.equal(await statusOf(inPart.ordreId), 'acceptee')
  })

  test('waits for staff if a product could not be withdrawn when it was ordered', async () => {
    const { ordreId, id } = await actions.ordered(1, undefined, { retractable: false })
    await shop.call('PATCH', `/api/publique/produits/${id}`, { retractable: true })
    assert.equal(await statusOf(ordreId), 'a_verifier')
    const open = await actions.ordered(1)
    await shop.call('PATCH', `/api/publique/produits/${open.id}`, { retractable: false })
    assert.equal(await statusOf(open.ordreId), 'remboursee')
  })
})

test('COMPTOIR_WITHDRAWAL_DAYS sets the number of days', async () => {
  const { clock, shop } = await openWithdrawalShop({ COMPTOIR_WITHDRAWAL_DAYS: '30' })
  const longer = createWithdrawalActions(shop)
  const { ordreId, id } = await longer.ordered(2, 'LIVREE')
  clock.advance(29 * DAY)
  assert.equal((await longer.withdraw(ordreId, [{ id, quantite: 1 }])).statut, 'acceptee')
  clock.advance(2 * DAY)
  assert.equal((await longer.withdraw(ordreId, [{ id, quantite: 1 }])).statut, 'a_verifier')
})
