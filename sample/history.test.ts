import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { createClient } from '../src/commands/http.ts'
import { loadHistory, readHistory } from '../src/commands/seed/history.ts'
import { openSampleShop, seed } from '../src/commands/seed.ts'
import { createCodeActions } from '../test/support/codes.ts'
import { checkFigures } from '../test/support/lives/check-figures.ts'
import { openPlatform, type TestPlatform } from '../test/support/platform.ts'
import { waitUntilReconciled } from '../test/support/reconciled.ts'
import { createSettableClock } from '../test/support/settable-clock.ts'
import { signatureOf } from './history/tables.ts'

/** The sixty days before are of two years, and the day has begun only two hours ago. */
const START = '2027-01-20T01:10:00Z'

async function open() {
  const shop = await openPlatform({
    clock: createSettableClock(START),
    settings: { COMPTOIR_PAYMENT_DELAY_MS: '0', COMPTOIR_CONFIRM_DELAY_MS: '0' },
  })
  await shop.server.listen({ host: '127.0.0.1', port: 0 })
  const one = async <Row extends object>(text: string) =>
    (await shop.platform.db.pg.query<Row>(text)).rows[0]!
  return {
    shop,
    one,
    count: async () => (await one<{ n: number }>('select count(*)::int as n from orders.commande')).n,
  }
}

describe('the first start of the sample shop', () => {
  let shop: TestPlatform
  let one: Awaited<ReturnType<typeof open>>['one']
  before(async () => {
    const opened = await open()
    shop = opened.shop
    one = opened.one
    assert.equal(
      await signatureOf(shop.platform.db.pg),
      (await readHistory()).schema,
      'The tables have changed since the orders of the sample shop were recorded: run npm run record-history and commit sample/history.json.gz',
    )
    await openSampleShop(shop, shop.platform.config as never)
  })

  test('brings sixty days of orders that agree in every area', async () => {
    await waitUntilReconciled(shop.server.listeningOrigin)
    assert.deepEqual(await createCodeActions(shop).wrongUses(), [])
    await checkFigures(shop)
    const days = await one<{ days: number; orders: number; first: string; last: string }>(`
      select count(distinct ("createdAt" at time zone 'Europe/Paris')::date)::int as days, count(*)::int as orders,
        min(("createdAt" at time zone 'Europe/Paris')::date)::text as first,
        max(("createdAt" at time zone 'Europe/Paris')::date)::text as last from orders.commande`)
    assert.ok(days.days >= 58 && days.orders > 350, JSON.stringify(days))
    assert.deepEqual([days.first, days.last], ['2026-11-22', '2027-01-20'])
  })

  test('dates nothing after the start and numbers invoices by year without a gap', async () => {
    for (const table of [
      'orders.commande',
      'orders.changement_statut',
      'payments.transaction',
      'logistics.bordereau',
    ])
      assert.ok(
        (await one<{ past: boolean }>(`select max("createdAt") <= '${START}' as past from ${table}`)).past,
        table,
      )
    const { rows } = await shop.platform.db.pg.query(`
      select annee, min(rang), max(rang) = count(*) as whole, bool_and(numero = annee || '-' || lpad(rang::text, 6, '0')
        and annee = extract(year from "emiseLe" at time zone 'Europe/Paris')) as right
      from orders.piece group by 1 order by 1`)
    assert.deepEqual(rows, [
      { annee: 2026, min: 1, whole: true, right: true },
      { annee: 2027, min: 1, whole: true, right: true },
    ])
    const series = await one(`
      select serie.annee = last.annee and serie.rang = last.rang as right
      from orders.serie, (select annee, rang from orders.piece order by 1 desc, 2 desc limit 1) as last`)
    assert.deepEqual(series, { right: true })
  })

  test('leaves work to do: slips to prepare and to hand over, and an order that is not paid', async () => {
    const work = await one<{ prepare: number; collect: number; unpaid: number }>(`
      select count(*) filter (where b.statut = 'a_preparer')::int as prepare,
        count(*) filter (where b.statut = 'prepare' and retrait)::int as collect,
        (select count(*)::int from orders.commande where statut = 'EN_ATTENTE' and "confirmeeLe" is null) as unpaid
      from logistics.bordereau as b`)
    assert.ok(work.prepare > 2 && work.collect > 0 && work.unpaid > 0, JSON.stringify(work))
  })

  test('lets staff refund an order, and numbers what follows after its own', async () => {
    const { id } = await one<{ id: number }>(`
      select max(id) as id from payments.transaction
      where carte is not null and status = 'accepte' and "montantRembourseCents" = 0`)
    const { status, body } = await shop.call<{ refundId: number }>('POST', '/api/publique/paiement/refund', {
      transactionId: Number(id),
      montant: 1,
    })
    assert.equal(status, 201, JSON.stringify(body))
    const shown = await shop.call<{ moyenPaiement: { last4: string } }>(
      'GET',
      `/api/publique/transactions/${id}`,
    )
    assert.match(shown.body.moyenPaiement.last4, /^4{4}$|^4242$/)
  })
})

test('a history that was loaded before an interruption is not loaded again, nor into a shop with orders', async () => {
  const { shop, count } = await open()
  const server = createClient({ url: shop.server.listeningOrigin })
  const load = () => loadHistory(server, shop, shop.platform.config as never)
  await assert.rejects(
    seed(server, () => load().then(() => Promise.reject(new Error('cut')))),
    /cut/,
  )
  const loaded = await count()
  assert.ok(loaded > 350)
  assert.equal(await seed(server, load), true)
  assert.equal(await count(), loaded)
  assert.equal(await seed(server, load), false)
})
