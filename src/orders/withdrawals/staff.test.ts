import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { createKey, createLimitedKey, GUARDED, KEYS } from '../../../test/support/guarded.ts'
import type { TestPlatform } from '../../../test/support/platform.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import {
  createWithdrawalActions,
  DAY,
  EMAIL,
  openQuickShop,
  openWithdrawalShop,
  type Withdrawal,
} from '../../../test/support/withdrawals.ts'

describe('staff', () => {
  let shop: TestPlatform
  let clock: Awaited<ReturnType<typeof openWithdrawalShop>>['clock']
  let actions: ReturnType<typeof createWithdrawalActions>
  before(async () => {
    const opened = await openWithdrawalShop()
    shop = opened.shop
    clock = opened.clock
    actions = createWithdrawalActions(shop)
  })

  /** Withdraws with another address, so that the withdrawal waits for staff. */
  const waiting = (ordreId: string, articles?: Parameters<typeof actions.withdraw>[1]) =>
    actions.withdraw(ordreId, articles, { courriel: 'eve@example.org' })

  test('list the withdrawals that must be refunded first at the top, by state and page', async () => {
    const [one, other] = [await actions.ordered(), await actions.ordered()]
    const first = await waiting(one.ordreId)
    await waiting('CMD-UNKNOWN')
    clock.advance(DAY)
    await actions.withdraw(other.ordreId)
    assert.deepEqual(
      (await actions.list()).data.map(({ ordreId }) => ordreId),
      [one.ordreId, 'CMD-UNKNOWN', other.ordreId],
    )
    assert.deepEqual(Object.keys(first).sort(), [
      ...['aRembourserAvant', 'articles', 'courriel', 'createdAt', 'id', 'motif', 'nom', 'ordreId'],
      ...['recuLe', 'statut'],
    ])
    for (const [query, ids] of [
      ['&statut=remboursee', [other.ordreId]],
      ['&statut=a_verifier', [one.ordreId, 'CMD-UNKNOWN']],
      ['&statut=a_verifier&commandeConnue=true', [one.ordreId]],
      ['&commandeConnue=false', ['CMD-UNKNOWN']],
    ] as const) {
      const { data, total } = await actions.list(query)
      assert.deepEqual([data.map(({ ordreId }) => ordreId), total], [ids, ids.length], query)
    }
    const page = await shop.call<{ data: Withdrawal[]; total: number; page: number; limit: number }>(
      'GET',
      '/api/v1/privee/retractations?page=2&limit=1',
    )
    assert.partialDeepStrictEqual(page.body, { total: 3, page: 2, limit: 1 })
    assert.equal(page.body.data[0]?.ordreId, 'CMD-UNKNOWN')
    for (const query of ['statut=x', 'page=0', 'limit=101', 'commandeConnue=peut-etre', 'etat=acceptee'])
      assert.equal((await shop.call('GET', `/api/v1/privee/retractations?${query}`)).status, 400, query)
  })

  test('accept a withdrawal of an unsent order, which cancels and refunds it', async () => {
    const { ordreId } = await actions.ordered(2, 'EN_PREPARATION')
    const { id } = await waiting(ordreId)
    const { status, body } = await actions.decide(id, { statut: 'acceptee', motif: 'Adresse vérifiée' })
    assert.deepEqual([status, body.statut, body.motif], [200, 'remboursee', 'Adresse vérifiée'])
    assert.equal((await actions.after.read(ordreId)).statut, 'ANNULEE')
    await eventually(
      'everything is refunded',
      async () => (await actions.after.payment(ordreId)).rembourseCents === 2_000,
    )
  })

  test('accept the units that can still come back', async () => {
    const { ordreId, id } = await actions.ordered(3, 'LIVREE')
    assert.equal((await actions.giveBack(ordreId, [{ id, quantite: 2 }])).status, 201)
    const { id: retractationId } = await actions.withdraw(ordreId)
    assert.equal((await actions.decide(retractationId, { statut: 'acceptee' })).body.statut, 'acceptee')
    assert.equal((await actions.giveBack(ordreId, [{ id, quantite: 1 }], { retractationId })).status, 201)
    assert.equal((await actions.ofOrder(ordreId))[0]?.statut, 'remboursee')
  })

  test('refuse a withdrawal with a reason, once, even in twenty concurrent calls', async () => {
    const { ordreId } = await actions.ordered()
    const { id } = await waiting(ordreId)
    for (const body of [{ statut: 'refusee' }, { statut: 'refusee', motif: ' ' }]) {
      const answer = await actions.decide(id, body)
      assert.equal(answer.status, 400)
      assert.match(answer.body.message ?? '', /motif/)
    }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => actions.decide(id, { statut: 'refusee', motif: 'Autre adresse' })),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    for (const { status, body } of answers)
      if (status !== 200) assert.deepEqual([status, body.code], [409, 'statut-incompatible'])
    const [found] = await actions.ofOrder(ordreId)
    assert.deepEqual([found?.statut, found?.motif], ['refusee', 'Autre adresse'])
    assert.equal((await actions.after.read(ordreId)).statut, 'EN_ATTENTE')
  })

  test('cannot decide on what is not there, not waiting or not possible, and nothing changes', async () => {
    const { ordreId, id } = await actions.ordered(1, 'LIVREE')
    const accepted = await actions.withdraw(ordreId)
    const nothingLeft = await actions.withdraw(ordreId)
    const unknown = await waiting('CMD-NOWHERE')
    const cancelled = await waiting((await actions.ordered(1, 'ANNULEE')).ordreId)
    const absent = await waiting((await actions.ordered(1)).ordreId, [{ id, quantite: 1 }])
    const yes = { statut: 'acceptee' }
    for (const [given, body, status, code] of [
      [nothingLeft.id, {}, 400, 'requete-invalide'],
      [nothingLeft.id, { statut: 'remboursee' }, 400, 'requete-invalide'],
      [nothingLeft.id, { ...yes, raison: 'x' }, 400, 'champ-inconnu'],
      [nothingLeft.id, { statut: 'refusee', motif: 'x'.repeat(501) }, 400, 'requete-invalide'],
      ['x', yes, 400, 'requete-invalide'],
      [999_999, yes, 404, 'retractation-inconnue'],
      [accepted.id, yes, 409, 'statut-incompatible'],
      [nothingLeft.id, yes, 409, 'statut-incompatible'],
      [absent.id, yes, 409, 'statut-incompatible'],
      [unknown.id, yes, 409, 'commande-inconnue'],
      [cancelled.id, yes, 409, 'commande-annulee'],
    ] as const) {
      const answer = await actions.decide(given, body)
      assert.deepEqual([answer.status, answer.body.code], [status, code], JSON.stringify([given, body]))
    }
    for (const { id } of [nothingLeft, unknown, cancelled, absent])
      assert.equal((await actions.list()).data.find(each => each.id === id)?.statut, 'a_verifier')
    const { status, body } = await actions.decide(unknown.id, { statut: 'refusee', motif: 'Inconnue' })
    assert.deepEqual([status, body.commandeConnue], [200, false])
  })
})

test('withdrawals need the right support, and show and change those of its stores alone', async () => {
  const shop = await openQuickShop({ ...GUARDED })
  const { store, product, stock, placed } = createShopActions(shop, KEYS.admin['x-api-key'])
  const actions = createWithdrawalActions(shop, KEYS.admin)
  const [ours, theirs] = [await store(), await store()]
  const waiting: Withdrawal[] = []
  for (const magasinId of [ours.id, theirs.id]) {
    const { id } = await product()
    await stock(magasinId, id, 5)
    const { ordreId } = await placed([{ id, quantite: 1, prixUnitaireCents: 1_000 }], {
      ...{ clientId: 'INVITE-1', clientInfo: { email: EMAIL } },
    })
    waiting.push(await actions.withdraw(ordreId))
  }
  const unknown = await actions.withdraw('CMD-UNKNOWN')
  const { header: limited } = await createLimitedKey(shop, [ours.id], 'support')
  const { header: warehouse } = await createKey(shop, 'warehouse')
  const { header: support } = await createKey(shop, 'support')
  const listed = async (headers: Record<string, string>) => {
    const { body } = await shop.call<{ data: Withdrawal[]; total: number }>(
      'GET',
      '/api/v1/privee/retractations',
      undefined,
      headers,
    )
    return [body.data.map(({ id }) => id), body.total]
  }
  const [first, second] = waiting
  assert.deepEqual(await listed(limited), [[first?.id], 1])
  assert.deepEqual(await listed(support), [[first?.id, second?.id, unknown.id], 3])
  const refusal = { statut: 'refusee', motif: 'Impayée' }
  for (const [id, headers, status] of [
    [first?.id, {}, 401],
    [first?.id, warehouse, 403],
    [second?.id, limited, 403],
    [unknown.id, limited, 403],
    [first?.id, limited, 200],
    [second?.id, support, 200],
  ] as const)
    assert.equal((await actions.decide(id ?? 0, refusal, headers)).status, status, String(id))
  assert.equal((await shop.call('GET', '/api/v1/privee/retractations', undefined, {})).status, 401)
  assert.equal((await shop.call('GET', '/api/v1/privee/retractations', undefined, warehouse)).status, 403)
})
