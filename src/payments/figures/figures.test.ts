import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { eventually } from '../../../test/support/eventually.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { CARDS, createShopActions } from '../../../test/support/shopping.ts'

type Figures = {
  jour: string
  issues: { status: string; nombre: number; montantCents: number }[]
  remboursements: { nombre: number; montantCents: number }
}

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({
    only: ['payments', 'orders', 'accounts', 'loyalty'],
    settings: { COMPTOIR_PAYMENT_DELAY_MS: '0' },
  })
})

const figures = async (query = '') =>
  (await shop.call<Figures>('GET', `/api/v1/privee/chiffres-paiements${query}`)).body

test('payments of a day are counted by status, with refunds', async () => {
  const { pay, transactionStatus } = createShopActions(shop)
  const ended = async (montant: number, card: string) => {
    const { transactionId } = (await pay(undefined, montant, card)).response
    await eventually(
      'the payment ends',
      async () => (await transactionStatus(transactionId)) !== 'en_attente',
    )
    return transactionId
  }
  const accepted = await ended(25.5, CARDS.accepted)
  await ended(10, CARDS.accepted)
  await ended(7.25, CARDS.refused)
  await ended(3, CARDS.cancelled)
  await shop.call('POST', '/api/publique/paiement/refund', { transactionId: accepted, montant: 5.01 })

  const { issues, remboursements, jour } = await figures()
  assert.deepEqual(issues, [
    { status: 'en_attente', nombre: 0, montantCents: 0 },
    { status: 'accepte', nombre: 2, montantCents: 3_550 },
    { status: 'paye', nombre: 0, montantCents: 0 },
    { status: 'refuse', nombre: 1, montantCents: 725 },
    { status: 'annule', nombre: 1, montantCents: 300 },
  ])
  assert.deepEqual(remboursements, { nombre: 1, montantCents: 501 })

  assert.deepEqual(await figures(`?jour=${jour}`), { jour, issues, remboursements })
  const other = await figures('?jour=2026-01-01')
  assert.deepEqual(
    [other.remboursements.nombre, ...other.issues.map(({ nombre }) => nombre)],
    [0, 0, 0, 0, 0, 0],
  )
})

test('a day starts and ends at midnight in Paris', async () => {
  await shop.platform.db.pg.query(`
    insert into payments.transaction ("montantCents", devise, status, "typePaiement", moyen, prouve, "createdAt", "updatedAt")
    select 100, 'EUR', 'accepte', 'achat', 'especes', true, at::timestamptz, at::timestamptz from unnest(array[
      '2026-03-28T22:59:59.999Z', '2026-03-28T23:00Z', '2026-03-29T21:59:59.999Z', '2026-03-29T22:00Z']) as at`)
  const accepted = async (jour: string) => (await figures(`?jour=${jour}`)).issues[1]?.nombre
  assert.deepEqual(
    [await accepted('2026-03-28'), await accepted('2026-03-29'), await accepted('2026-03-30')],
    [1, 2, 1],
  )
  assert.equal((await shop.call('GET', '/api/v1/privee/chiffres-paiements?jour=hier')).status, 400)
})
