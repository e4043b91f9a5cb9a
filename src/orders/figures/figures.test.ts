import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { computeExpected, computeGroups } from '../../../test/support/figures/expected.ts'
import { createSalesGenerator } from '../../../test/support/figures/made-up-sales.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { createRandom } from '../../../test/support/seeded-random.ts'
import { createSettableClock } from '../../../test/support/settable-clock.ts'
import { type Clock, today } from '../../platform/clock.ts'
import { sql } from '../../platform/database/sql.ts'
import { addDays } from '../../platform/moment.ts'
import { countSales, rebuildFigures, trimFigures } from './count-figures.ts'
import type { GroupFigures, PeriodFigures, SalesDay } from './schemas.ts'

const REBUILDS = '/api/v1/privee/chiffres-ventes/reconstructions'
/** Days of 23 and 25 hours, the days before them, and the last day of a year. */
const DAYS = ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25', '2026-12-31']
const AFTER = ['2026-03-30', '2026-10-26', '2026-10-27', '2026-10-28', '2027-01-01', '2027-01-02']

/** Opens a platform that counts sales only on request. */
const open = (clock?: Clock) => openPlatform({ only: ['orders'], started: false, ...(clock && { clock }) })

async function figuresOf({ call }: TestPlatform, jour: string, store?: number) {
  const query = `jour=${jour}${store === undefined ? '' : `&magasinId=${store}`}`
  const [sales, articles, promotions] = await Promise.all([
    call<{ jour: SalesDay; semainePassee: SalesDay }>('GET', `/api/v1/privee/chiffres-ventes?${query}`),
    call('GET', `/api/v1/privee/chiffres-articles?${query}`),
    call('GET', `/api/v1/privee/chiffres-promotions?${query}`),
  ])
  return { heures: sales.body.jour.heures, articles: articles.body, promotions: promotions.body }
}

/** Checks a period and the compared one against the sums of their days, by store. */
async function checkPeriod(
  { call }: TestPlatform,
  sales: Parameters<typeof computeExpected>[0],
  query: string,
  [days, before]: [string[], string[]],
) {
  const { body } = await call<PeriodFigures>('GET', `/api/v1/privee/chiffres-ventes/periodes?${query}`)
  const turnover = (of: string[], store?: number) =>
    of
      .flatMap(day => computeExpected(sales, day, store).heures)
      .reduce((sum, { montantCents, rembourseCents }) => sum + montantCents - rembourseCents, 0)
  for (const [period, of] of [
    [body.periode, days],
    [body.reference, before],
  ] as const) {
    assert.deepEqual([period.du, period.au, period.chiffreAffairesCents], [of[0], of.at(-1), turnover(of)])
    assert.deepEqual(
      period.points.map(({ jour, montantCents, rembourseCents }) => [jour, montantCents - rembourseCents]),
      of.map(day => [day, turnover([day])]),
    )
  }
  const stores = [1, 2, 3, 9].map(id => [id, turnover(days, id), turnover(before, id)])
  assert.deepEqual(
    body.magasins
      .map(({ magasinId, chiffreAffairesCents, referenceCents }) => [
        ...[magasinId, chiffreAffairesCents, referenceCents],
      ])
      .sort(([a = 0], [b = 0]) => a - b),
    stores.filter(([id]) => body.magasins.some(({ magasinId }) => magasinId === id)),
  )
  const missing = stores.filter(([id]) => !body.magasins.some(({ magasinId }) => magasinId === id))
  assert.ok(missing.every(([, now, then]) => now === 0 && then === 0))
}

const GROUPINGS = ['categorie', 'fournisseur', 'paiement'] as const

type Groups = ReturnType<typeof computeGroups>

/** Checks the groups of a period and the compared one, and that they add up to the turnover of each. */
async function checkGroups(
  { call }: TestPlatform,
  sales: Parameters<typeof computeExpected>[0],
  query: string,
  [days, before]: [string[], string[]],
) {
  for (const store of [undefined, 1, 2, 9]) {
    const own = `${query}${store ? `&magasinId=${store}` : ''}`
    const { body: period } = await call<PeriodFigures>(
      'GET',
      `/api/v1/privee/chiffres-ventes/periodes?${own}`,
    )
    for (const par of GROUPINGS) {
      const path = `/api/v1/privee/chiffres-ventes/groupes?${own}&par=${par}`
      const { groupes } = (await call<GroupFigures>('GET', path)).body
      const nothing = { commandes: 0, quantite: 0, chiffreAffairesCents: 0 }
      const [now, then] = [days, before].map(of => computeGroups(sales, of, par, store)) as [Groups, Groups]
      const keys = [...new Set([...now.keys(), ...then.keys()])]
      assert.deepEqual(
        Object.fromEntries(
          groupes.map(({ nature, cle, nom: _, ...counts }) => [`${nature} ${cle}`, counts] as const),
        ),
        Object.fromEntries(
          keys.map(
            key => [key, { ...(now.get(key) ?? nothing), reference: then.get(key) ?? nothing }] as const,
          ),
        ),
        path,
      )
      const turnover = groupes.map(({ chiffreAffairesCents }) => chiffreAffairesCents)
      assert.deepEqual(
        turnover,
        turnover.toSorted((a, b) => b - a),
      )
      assert.equal(
        turnover.reduce((sum, cents) => sum + cents, 0),
        period.periode.chiffreAffairesCents,
      )
    }
  }
}

/** Checks that the groups of each hour and store add up to its figures. */
async function checkSums({ platform }: TestPlatform) {
  for (const natures of [['categorie', 'livraison'], ['fournisseur', 'livraison'], ['paiement']]) {
    const { rows } = await platform.db.pg.query(
      `select * from (
        select jour, "magasinId", heure, sum("montantCents")::bigint as sold, sum("rembourseCents")::bigint as refunded
        from orders.chiffre_groupe where groupe = any($1) group by 1, 2, 3) as groups
       full join orders.chiffre_heure as hours using (jour, "magasinId", heure)
       where sold is distinct from "montantCents" or refunded is distinct from "rembourseCents"`,
      [natures],
    )
    assert.deepEqual(rows, [])
  }
}

async function checkAll(
  shop: TestPlatform,
  sales: Parameters<typeof computeExpected>[0],
  days: readonly string[] = [...DAYS, ...AFTER],
) {
  for (const day of days)
    for (const store of [undefined, 1, 2, 3, 9])
      assert.deepEqual(
        await figuresOf(shop, day, store),
        computeExpected(sales, day, store),
        `${day}, store ${store}`,
      )
}

const rebuild = async (shop: TestPlatform) => {
  assert.equal((await shop.call('POST', REBUILDS)).status, 202)
  await rebuildFigures(shop.platform)
}

test('on random days the figures match the orders, whenever they were counted or rebuilt', async t => {
  const seed = Number(process.env.COMPTOIR_TEST_SEED ?? randomInt(2 ** 31))
  t.diagnostic(`seed ${seed}`)
  const clock = createSettableClock('2027-01-03T12:00:00Z')
  const shop = await open(clock)
  const random = createRandom(seed)
  const { sell, refund: giveBack, moveStore, sales } = createSalesGenerator(shop.platform.db, random, DAYS)
  for (let i = 0; i < 400; i++) {
    await random.pick([sell, sell, sell, giveBack, moveStore])()
    if (random.below(30) === 0) await countSales(shop.platform)
    if (random.below(130) === 0) await rebuild(shop)
  }
  await countSales(shop.platform)
  await checkAll(shop, sales)
  const list = (first: string, length: number) => Array.from({ length }, (_, i) => addDays(first, i))
  const october = 'du=2026-10-26&au=2026-10-28'
  await checkPeriod(shop, sales, october, [list('2026-10-26', 3), list('2026-10-19', 3)])
  await checkPeriod(shop, sales, `${october}&comparaison=precedente`, [
    list('2026-10-26', 3),
    list('2026-10-23', 3),
  ])
  await checkGroups(shop, sales, october, [list('2026-10-26', 3), list('2026-10-19', 3)])

  await shop.platform.db.transaction(async tx => {
    await tx.run(sql`update orders.chiffre_heure set commandes = commandes + 7 where heure = 12`)
    await tx.run(sql`insert into orders.chiffre_heure values ('2027-01-02', 99, 23, 1, 1, 1)`)
    await tx.run(sql`delete from orders.chiffre_article where quantite > 3`)
    await tx.run(
      sql`update orders.chiffre_groupe set "montantCents" = 7, quantite = quantite + 1 where heure > 12`,
    )
    await tx.run(sql`update orders.chiffre_promotion set "promotionId" = 99 where "promotionId" = 11`)
  })
  await rebuild(shop)
  await checkAll(shop, sales)
  const all = 'du=2026-03-28&au=2027-01-02'
  await checkGroups(shop, sales, all, [list('2026-03-28', 281), list('2025-06-14', 281)])
  await checkSums(shop)

  clock.set('2027-04-01T12:00:00Z')
  await checkPeriod(shop, sales, 'du=2027-03-27&au=2027-03-29&comparaison=annee', [
    list('2027-03-27', 3),
    list('2026-03-28', 3),
  ])
  // Half past eleven in Paris, so that twelve hours count, also on the day before.
  clock.set('2026-10-25T10:30:00Z')
  for (const store of [undefined, 2]) {
    const { body } = await shop.call<PeriodFigures>(
      'GET',
      `/api/v1/privee/chiffres-ventes/periodes?comparaison=precedente${store ? `&magasinId=${store}` : ''}`,
    )
    const hours = computeExpected(sales, '2026-10-24', store).heures
    const turnover = hours
      .slice(0, 12)
      .reduce((sum, { montantCents, rembourseCents }) => sum + montantCents - rembourseCents, 0)
    assert.deepEqual([body.heures, body.reference.chiffreAffairesCents], [12, turnover])
    assert.deepEqual(
      body.reference.points.map(({ jour: _, ...hour }) => hour),
      hours,
    )
    if (store) assert.deepEqual(body.magasins, [])
  }
})

test('sales made during concurrent counts and rebuilds are counted once', async () => {
  const shop = await open()
  const random = createRandom(randomInt(2 ** 31))
  // All sales are on one day, which is counted repeatedly, so that sales occur between the statements of a count.
  const day = today(shop.platform.clock)
  const { sell, refund: giveBack, sales } = createSalesGenerator(shop.platform.db, random, [day])
  let selling = true
  const again = async (work: () => Promise<unknown>) => {
    while (selling) await work()
  }
  const making = async () => {
    for (let i = 0; i < 60; i++) await random.pick([sell, sell, giveBack])()
  }
  const counting = [1, 2].map(() => again(() => countSales(shop.platform)))
  const rebuilding = [1, 2].map(() => again(() => rebuild(shop)))
  await Promise.all([1, 2, 3, 4].map(making))
  selling = false
  await Promise.all([...counting, ...rebuilding])
  await countSales(shop.platform)
  await checkAll(
    shop,
    sales,
    [0, 1, 2, 3, 4].map(days => addDays(day, days)),
  )
  await checkSums(shop)
})

test('days that are fully counted keep the hundred best sellers of each store, more recent days keep all', async () => {
  const shop = await open()
  const { db, clock } = shop.platform
  const day = (days: number) => addDays(today(clock), -days)
  await db.pg.query(
    `insert into orders.chiffre_article
     select jour::date, store, article::text, 'Lampe', article, 1
     from unnest($1::text[]) as jour, generate_series(0, 1) as store, generate_series(1, 120) as article`,
    [[day(1), day(2), day(9), day(30)]],
  )
  await trimFigures(shop.platform)
  const { rows } = await db.pg.query(
    `select jour, "magasinId", count(*)::int, min(quantite)::int from orders.chiffre_article
     group by 1, 2 order by 1, 2`,
  )
  assert.deepEqual(
    rows.map(({ count, min }) => [count, min]),
    [120, 120, 100, 100, 100, 100, 120, 120].map(count => [count, 121 - count]),
  )
})

describe('a request for figures', () => {
  let shop: TestPlatform
  before(async () => {
    shop = await open()
  })

  test('for a day without sales returns all its hours and no basket value, and defaults to today', async () => {
    const { body } = await shop.call<{ magasinId: null; jour: SalesDay; semainePassee: SalesDay }>(
      'GET',
      '/api/v1/privee/chiffres-ventes',
    )
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(
      shop.platform.clock.now(),
    )
    assert.equal(body.jour.date, today)
    assert.equal(Date.parse(today) - Date.parse(body.semainePassee.date), 7 * 86_400_000)
    assert.equal(body.jour.heures.length, 24)
    assert.deepEqual([body.jour.commandes, body.jour.panierMoyenCents, body.magasinId], [0, null, null])
  })

  test('with an invalid day or store or an unknown parameter is 400', async () => {
    const status = async (query: string) =>
      (await shop.call('GET', `/api/v1/privee/chiffres-articles?${query}`)).status
    for (const query of ['jour=2026-02-30', 'jour=hier', 'magasinId=0', 'limit=101', 'mois=2'])
      assert.equal(await status(query), 400, query)
    for (const query of ['jour=2026-02-02&au=2026-02-01', 'jour=2025-01-01&au=2026-01-02'])
      assert.equal(await status(query), 400, query)
    for (const query of ['par=magasin', 'du=hier', 'du=2026-02-02&au=2026-02-01', 'magasinId=0'])
      assert.equal(
        (await shop.call('GET', `/api/v1/privee/chiffres-ventes/groupes?${query}`)).status,
        400,
        query,
      )
    const periods = ['du=hier', 'du=2026-02-02&au=2026-02-01', 'du=2025-01-01&au=2026-01-02', 'du=2999-01-01']
    for (const query of [...periods, 'du=0001-01-01&au=0001-01-02', 'comparaison=mois', 'magasinId=0'])
      assert.equal(
        (await shop.call('GET', `/api/v1/privee/chiffres-ventes/periodes?${query}`)).status,
        400,
        query,
      )
  })

  test('made twice concurrently for a rebuild starts one, and its progress is listed', async () => {
    const asked = await Promise.all([
      shop.call<{ id: number }>('POST', REBUILDS),
      shop.call<{ id: number }>('POST', REBUILDS),
    ])
    assert.equal(asked[0].body.id, asked[1].body.id)
    await rebuildFigures(shop.platform)
    const { body } = await shop.call<{ id: number; finieLe: string | null }[]>('GET', REBUILDS)
    assert.deepEqual(
      body.map(({ id, finieLe }) => [id, finieLe !== null]),
      [[asked[0].body.id, true]],
    )
  })
})
