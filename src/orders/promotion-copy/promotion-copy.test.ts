import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { findFreePort } from '../../../test/support/free-port.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { catchUpPromotions } from './promotion-cache.ts'

const tenPercent = {
  categoriePromotion: 'PANIER',
  typePromotion: 'POURCENTAGE',
  valeurPromotion: 10,
  uniteValeur: 'PERCENT',
  dateDebut: '2020-01-01T00:00:00.000Z',
  dateFin: '2999-01-01T00:00:00.000Z',
}

const basket = async (at: TestPlatform) =>
  (
    await at.call<{ totalApresPromo: number }>('POST', '/api/publique/promotions/calculer-panier', {
      idClient: null,
      articles: [{ id: 'x', quantite: 1, prixUnitaireCents: 1000 }],
    })
  ).body.totalApresPromo

/** Opens the promotions area alone, whose messages are not consumed. */
const alone = (databaseUrl: string, settings = {}) =>
  openPlatform({ only: ['promotions'], databaseUrl, settings, started: false })

async function promote(at: TestPlatform, fields: object = {}) {
  const { status, body } = await at.call<{ id: number }>('POST', '/api/publique/data', {
    ...tenPercent,
    ...fields,
  })
  assert.equal(status, 201)
  return body.id
}

const loseMessages = (at: TestPlatform) => at.platform.db.pg.query('delete from platform.outbox')

test('an empty copy is filled before the first basket, even if all messages were lost', async () => {
  const databaseUrl = await createTestDatabase()
  const promotions = await alone(databaseUrl)
  for (const valeurPromotion of [5, 10, 20]) await promote(promotions, { valeurPromotion })
  await loseMessages(promotions)
  assert.equal(await basket(await openPlatform({ databaseUrl })), 800)
})

test('a comparison finds lost creations, changes and deletions, and fetches nothing if the copy is current', async () => {
  const shop = await openPlatform()
  const promotions = await alone(shop.databaseUrl)
  const compare = async () => {
    await loseMessages(shop)
    await catchUpPromotions(shop.platform)
    return basket(shop)
  }
  const id = await promote(promotions)
  assert.equal(await basket(shop), 1000)
  assert.equal(await compare(), 900)
  await promotions.call('PUT', `/api/publique/data/${id}`, { valeurPromotion: 20 })
  assert.equal(await compare(), 800)
  await promotions.call('DELETE', `/api/publique/data/${id}`)
  assert.equal(await compare(), 1000)

  const version = async () =>
    (await shop.platform.db.pg.query('select version from orders.promotions_version')).rows[0].version
  const before = await version()
  await compare()
  assert.equal(await version(), before)
})

test('the copy is compared over many ranges of IDs', async () => {
  const shop = await openPlatform({ started: false })
  await shop.platform.db.pg.query(
    `insert into promotions.promotion ("categoriePromotion", "typePromotion", "valeurPromotion", "uniteValeur",
       "autoAppliquee", description, "dateDebut", "dateFin", "applicationCreatrice", "applicationsConcernees",
       "dateCreation", "dateModification")
     select 'PANIER', 'POURCENTAGE', n % 50, 'PERCENT', true, '', '2020-01-01Z', '2999-01-01Z', 'PROMOTION',
       '{E-COMMERCE}', '2020-01-01Z', '2020-01-01Z' from generate_series(1, 1301) as n`,
  )
  await catchUpPromotions(shop.platform)
  const { rows } = await shop.platform.db.pg.query('select count(*)::int as kept from orders.promotion')
  assert.equal(rows[0].kept, 1301)
  assert.equal(await basket(shop), 510)
})

test('if the separate server of promotions is down, baskets use the copy until it is back', async () => {
  const PORT = String(await findFreePort())
  const orders = await openPlatform({
    only: ['orders', 'reference', 'accounts'],
    // The copy is compared each minute, which lasts half a second with this clock.
    settings: {
      COMPTOIR_PROMOTIONS_URL: `http://127.0.0.1:${PORT}/promotions`,
      COMPTOIR_CLOCK_MULTIPLIER: '120',
    },
    schedules: true,
  })
  assert.equal(await basket(orders), 1000)

  const promotions = await alone(await createTestDatabase())
  await promote(promotions)
  await promotions.server.listen({ host: '127.0.0.1', port: Number(PORT) })
  await eventually('the copy is complete', async () => (await basket(orders)) === 900)

  await promotions.close()
  assert.equal(await basket(orders), 900)
})
