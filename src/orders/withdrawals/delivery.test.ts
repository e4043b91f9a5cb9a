import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import type { TestPlatform } from '../../../test/support/platform.ts'
import { createWithdrawalActions, EMAIL, openQuickShop } from '../../../test/support/withdrawals.ts'

let shop: TestPlatform
let actions: ReturnType<typeof createWithdrawalActions>
before(async () => {
  shop = await openQuickShop()
  actions = createWithdrawalActions(shop)
  for (const [code, prixCents] of [
    ['standard', 490],
    ['express', 1_290],
  ]) {
    const method = { code, nom: code, type: 'domicile', tarifs: [{ prixCents }] }
    assert.equal((await shop.call('POST', '/api/v1/privee/modes-livraison', method)).status, 201)
  }
})

/** Creates a paid order of two units at €10 by express, for €32.90 in all. */
async function ordered(statut?: string) {
  const { id } = await actions.product()
  const { ordreId } = await actions.after.paidOrder([{ id, quantite: 2, prixUnitaireCents: 1_000 }], {
    ...{ livraison: { code: 'express' }, montantTotalCents: 3_290, clientInfo: { email: EMAIL } },
  })
  if (statut) await actions.after.move(ordreId, statut)
  return { ordreId, id }
}

const refunded = async (ordreId: string) => {
  await actions.after.untilDrained()
  return (await actions.after.payment(ordreId)).rembourseCents
}

describe('the delivery of a withdrawn order', () => {
  test('is refunded by the return that brings the last unit, at the cheapest price of its type', async () => {
    for (const named of [false, true]) {
      const { ordreId, id } = await ordered('LIVREE')
      const all = [{ id, quantite: 2 }]
      const { id: retractationId, statut } = await actions.withdraw(ordreId, named ? all : undefined)
      assert.equal(statut, 'acceptee')
      const one = [{ id, quantite: 1 }]
      assert.equal((await actions.giveBack(ordreId, one, { retractationId })).body.montant, 10)
      assert.equal((await actions.giveBack(ordreId, one, { retractationId })).body.montant, 14.9)
      assert.equal(await refunded(ordreId), 2_490)
    }
  })

  test('is kept if only a part is withdrawn, even if every unit comes back', async () => {
    const { ordreId, id } = await ordered('LIVREE')
    const one = [{ id, quantite: 1 }]
    const { id: retractationId } = await actions.withdraw(ordreId, one)
    assert.equal((await actions.giveBack(ordreId, one)).body.montant, 10)
    assert.equal((await actions.giveBack(ordreId, one, { retractationId })).body.montant, 10)
    assert.equal(await refunded(ordreId), 2_000)
  })

  test('is refunded at most up to what is left of the payment', async () => {
    const { ordreId, id } = await ordered('LIVREE')
    const { transactionId } = (await shop.call<{ transactionId: string }>('GET', `/api/commandes/${ordreId}`))
      .body
    await actions.after.refund(Number(transactionId), 20)
    await actions.after.untilDrained()
    const { id: retractationId } = await actions.withdraw(ordreId)
    const { body } = await actions.giveBack(ordreId, [{ id, quantite: 2 }], { retractationId })
    assert.equal(body.montant, 12.9)
    assert.equal(await refunded(ordreId), 3_290)
  })

  test('is refunded in full if the order is not sent', async () => {
    const { ordreId } = await ordered()
    assert.equal((await actions.withdraw(ordreId)).statut, 'remboursee')
    await eventually('everything is refunded', async () => (await refunded(ordreId)) === 3_290)
  })
})
