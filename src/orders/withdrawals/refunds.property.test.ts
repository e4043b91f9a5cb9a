import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { before, test } from 'node:test'
import fc from 'fast-check'
import { eventually } from '../../../test/support/eventually.ts'
import type { TestPlatform } from '../../../test/support/platform.ts'
import { waitUntilReconciled } from '../../../test/support/reconciled.ts'
import { createShopActions } from '../../../test/support/shopping.ts'
import {
  createWithdrawalActions,
  EMAIL,
  openQuickShop,
  type Withdrawal,
} from '../../../test/support/withdrawals.ts'

const seed = 20_261_126
const numRuns = 25
const PRICES = [333, 1_000, 4_999]

let shop: TestPlatform
let actions: ReturnType<typeof createWithdrawalActions>
const products: { id: number; prixDeVenteCents: number }[] = []
before(async () => {
  shop = await openQuickShop()
  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  actions = createWithdrawalActions(shop)
  for (const prixDeVenteCents of PRICES) products.push(await actions.product({ prixDeVenteCents }))
  // Prices after promotions do not divide by the quantities.
  await shop.call('POST', '/api/publique/data', {
    ...{ categoriePromotion: 'PANIER', typePromotion: 'POURCENTAGE', valeurPromotion: 7 },
    ...{ uniteValeur: 'PERCENT', dateDebut: '2020-01-01T00:00:00.000Z', dateFin: '2999-01-01T00:00:00.000Z' },
  })
})

const units = fc.array(
  fc.record({ product: fc.nat({ max: PRICES.length - 1 }), quantite: fc.integer({ min: 1, max: 3 }) }),
  { minLength: 1, maxLength: 3 },
)
type Units = { product: number; quantite: number }[]
const step = fc.oneof(
  fc.record({ kind: fc.constant('withdraw' as const), units: fc.option(units), wrong: fc.boolean() }),
  fc.record({ kind: fc.constant('return' as const), units, named: fc.boolean() }),
  fc.record({ kind: fc.constant('decide' as const), accept: fc.boolean() }),
  fc.record({ kind: fc.constant('move' as const), statut: fc.constantFrom('EN_PREPARATION', 'LIVREE') }),
  fc.record({ kind: fc.constant('refund' as const), montant: fc.integer({ min: 1, max: 5 }) }),
  fc.record({ kind: fc.constant('cancel' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

const articlesOf = (chosen: Units) =>
  chosen.map(({ product, quantite }) => ({ id: products[product]?.id ?? 0, quantite }))

async function order(chosen: Units) {
  const articles = articlesOf(chosen)
  const { body } = await shop.call<{ totalCents: number }>('POST', '/api/v1/publique/paniers', { articles })
  const priced = articles.map(({ id, quantite }) => {
    const prixUnitaireCents = products.find(each => each.id === id)?.prixDeVenteCents ?? 0
    return { id, quantite, prixUnitaireCents }
  })
  const { ordreId } = await createShopActions(shop).placed(priced, {
    ...{ clientInfo: { email: EMAIL }, montantTotalCents: body.totalCents },
  })
  const { response } = await createShopActions(shop).pay(ordreId, body.totalCents / 100)
  await eventually(
    'the order is paid',
    async () => (await actions.after.payment(ordreId)).payeCents === body.totalCents,
  )
  return { ordreId, transactionId: response.transactionId, totalCents: body.totalCents }
}

type Placed = Awaited<ReturnType<typeof order>>

/** Takes a step. A refusal by a rule is expected; any other is a failure. */
async function take({ ordreId, transactionId }: Placed, step: Step) {
  const latest = async (statut: string) =>
    (await actions.ofOrder(ordreId)).findLast((each: Withdrawal) => each.statut === statut)?.id
  const statusOf = async () => {
    if (step.kind === 'withdraw') {
      const more = step.wrong ? { courriel: 'eve@example.org' } : {}
      await actions.withdraw(ordreId, step.units ? articlesOf(step.units) : undefined, more)
      return 200
    }
    if (step.kind === 'return') {
      const retractationId = step.named ? await latest('acceptee') : null
      return (await actions.giveBack(ordreId, articlesOf(step.units), { retractationId })).status
    }
    if (step.kind === 'decide') {
      const id = await latest('a_verifier')
      const decision = step.accept ? { statut: 'acceptee' } : { statut: 'refusee', motif: 'Non' }
      return id === undefined ? 409 : (await actions.decide(id, decision)).status
    }
    if (step.kind === 'move') {
      const { statut } = await actions.after.read(ordreId)
      return statut === 'ANNULEE' ? 409 : (await actions.after.move(ordreId, step.statut)).status
    }
    if (step.kind === 'refund') return (await actions.after.refund(transactionId, step.montant)).status
    return (await shop.call('POST', `/api/v1/publique/commandes/${ordreId}/annulation`)).status
  }
  const status = await statusOf()
  assert.ok(status < 300 || [409, 422].includes(status), `${step.kind} answered ${status}`)
}

test('refunds of withdrawals never exceed the payment, add up to it, and reconcile finds nothing', async () => {
  await fc.assert(
    fc.asyncProperty(units, fc.array(step, { minLength: 2, maxLength: 7 }), async (chosen, steps) => {
      const placed = await order(chosen)
      for (const each of steps) await take(placed, each)
      await actions.after.untilDrained()
      const withdrawals = await actions.ofOrder(placed.ordreId)
      const { statut } = await actions.after.read(placed.ordreId)
      const { payeCents, rembourseCents } = await actions.after.payment(placed.ordreId)
      assert.equal(payeCents, placed.totalCents)
      assert.ok(rembourseCents <= payeCents, `${rembourseCents} of ${payeCents} refunded`)
      const isWhole = withdrawals.some(each => each.articles === null && each.statut === 'remboursee')
      if (statut === 'ANNULEE' || isWhole)
        await eventually(
          'everything is refunded',
          async () => (await actions.after.payment(placed.ordreId)).rembourseCents === payeCents,
        )
    }),
    { seed, numRuns },
  )
  const { port } = shop.server.server.address() as AddressInfo
  await waitUntilReconciled(`http://127.0.0.1:${port}`)
})
