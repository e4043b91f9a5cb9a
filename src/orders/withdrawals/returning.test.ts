import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { TestPlatform } from '../../../test/support/platform.ts'
import { createWithdrawalActions, openQuickShop } from '../../../test/support/withdrawals.ts'

let shop: TestPlatform
let actions: ReturnType<typeof createWithdrawalActions>
before(async () => {
  shop = await openQuickShop()
  actions = createWithdrawalActions(shop)
})

const stateOf = async (ordreId: string, id: number) =>
  (await actions.ofOrder(ordreId)).find(each => each.id === id)?.statut

describe('a return that names a withdrawal', () => {
  test('ends it once all its units are back, and refunds what was paid for them', async () => {
    const { ordreId, id, ean } = await actions.ordered(3, 'LIVREE')
    const { id: retractationId } = await actions.withdraw(ordreId)
    const first = await actions.giveBack(ordreId, [{ id: ean, quantite: 1 }], { retractationId })
    assert.deepEqual([first.status, first.body.montant], [201, 10])
    assert.equal(await stateOf(ordreId, retractationId), 'acceptee')
    const last = await actions.giveBack(ordreId, [{ id, quantite: 2 }], { retractationId })
    assert.deepEqual([last.status, last.body.montant], [201, 20])
    assert.equal(await stateOf(ordreId, retractationId), 'remboursee')
    await actions.after.untilDrained()
    assert.equal((await actions.after.payment(ordreId)).rembourseCents, 3_000)
  })

  test('is refused for an unknown withdrawal, one of another order or one that is not accepted', async () => {
    const { ordreId, id } = await actions.ordered(3, 'LIVREE')
    const other = await actions.ordered(1, 'LIVREE')
    const foreign = await actions.withdraw(other.ordreId)
    const waiting = await actions.withdraw(ordreId, [{ id, quantite: 9 }])
    const { body: draft } = await actions.declare({ ordreId })
    assert.ok(draft.jeton)
    const articles = [{ id, quantite: 1 }]
    for (const [retractationId, status, code] of [
      [0, 400, 'requete-invalide'],
      ['1', 400, 'requete-invalide'],
      [999_999, 422, 'retractation-inconnue'],
      [waiting.id + 1, 422, 'retractation-inconnue'],
      [foreign.id, 422, 'retractation-inconnue'],
      [waiting.id, 409, 'statut-incompatible'],
    ] as const) {
      const answer = await actions.giveBack(ordreId, articles, { retractationId })
      assert.deepEqual([answer.status, answer.body.code], [status, code], String(retractationId))
    }
    await actions.decide(waiting.id, { statut: 'refusee', motif: 'Trop' })
    const refused = await actions.giveBack(ordreId, articles, { retractationId: waiting.id })
    assert.deepEqual([refused.status, refused.body.code], [409, 'statut-incompatible'])
    await actions.after.untilDrained()
    assert.equal((await actions.after.payment(ordreId)).rembourseCents, 0)
  })

  test('is refused for units that it does not name, even in twenty concurrent calls', async () => {
    const { ordreId, id } = await actions.ordered(5, 'LIVREE')
    const { id: retractationId } = await actions.withdraw(ordreId, [{ id, quantite: 2 }])
    const more = await actions.giveBack(ordreId, [{ id, quantite: 3 }], { retractationId })
    assert.deepEqual([more.status, more.body.code], [409, 'retour-trop-grand'])
    assert.match(more.body.message ?? '', /names 2, of which 0 are returned; 3 more/)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => actions.giveBack(ordreId, [{ id, quantite: 1 }], { retractationId })),
    )
    assert.equal(answers.filter(({ status }) => status === 201).length, 2)
    assert.equal(answers.filter(({ status }) => status === 409).length, 18)
    assert.equal(await stateOf(ordreId, retractationId), 'remboursee')
    await actions.after.untilDrained()
    assert.equal((await actions.after.payment(ordreId)).rembourseCents, 2_000)
  })

  test('waits for the delivery of the order', async () => {
    const { ordreId, id } = await actions.ordered(1, 'EXPEDIEE')
    const { id: retractationId, statut } = await actions.withdraw(ordreId)
    assert.equal(statut, 'acceptee')
    const early = await actions.giveBack(ordreId, [{ id, quantite: 1 }], { retractationId })
    assert.deepEqual([early.status, early.body.code], [409, 'statut-incompatible'])
    await actions.after.move(ordreId, 'LIVREE')
    assert.equal((await actions.giveBack(ordreId, [{ id, quantite: 1 }], { retractationId })).status, 201)
    assert.equal(await stateOf(ordreId, retractationId), 'remboursee')
  })
})

test('a return without a withdrawal ends it only if no unit is left that could come back', async () => {
  const { ordreId, id } = await actions.ordered(3, 'LIVREE')
  const { id: retractationId } = await actions.withdraw(ordreId, [{ id, quantite: 2 }])
  assert.equal((await actions.giveBack(ordreId, [{ id, quantite: 2 }])).status, 201)
  assert.equal(await stateOf(ordreId, retractationId), 'acceptee')
  assert.equal((await actions.giveBack(ordreId, [{ id, quantite: 1 }])).status, 201)
  assert.equal(await stateOf(ordreId, retractationId), 'remboursee')
})

test('cancelling an order ends its accepted withdrawals', async () => {
  const { ordreId, id } = await actions.ordered(3)
  const { id: retractationId, statut } = await actions.withdraw(ordreId, [{ id, quantite: 1 }])
  assert.equal(statut, 'acceptee')
  assert.equal((await shop.call('POST', `/api/v1/publique/commandes/${ordreId}/annulation`)).status, 200)
  assert.equal(await stateOf(ordreId, retractationId), 'remboursee')
})
