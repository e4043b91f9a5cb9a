import assert from 'node:assert/strict'
import { before, suite, test } from 'node:test'
import { areas } from '../../src/areas.ts'
import { migrationsOf } from '../../src/platform/area.ts'
import { migrate } from '../../src/platform/database/migrate.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { createTestDatabase } from '../support/database.ts'
import { giftCards } from '../support/gift-cards/area.ts'
import { findMarkedTables } from '../support/marks.ts'
import { openPlatform, type TestPlatform } from '../support/platform.ts'
import { createMark, createRightsActions } from '../support/rights.ts'

const holders = areas.filter(area => area.personalData).map(({ name }) => name)

async function databaseWithGiftCards() {
  const databaseUrl = await createTestDatabase()
  await migrate(databaseUrl, migrationsOf([giftCards]))
  return databaseUrl
}

/** Inserts a gift card of the customer. */
const giveCard = (shop: TestPlatform, clientId: string, message: string, active = false) =>
  shop.platform.db.transaction(tx =>
    tx.run(sql`
      insert into giftcards.carte ("clientId", message, "soldeCents", active)
      values (${clientId}, ${message}, 5000, ${active})`),
  )

const cardsOf = (shop: TestPlatform) =>
  shop.platform.db.rows(sql<{ clientId: string; soldeCents: number }>`
    select "clientId", "soldeCents" from giftcards.carte`)

suite('an eleventh area that declares personal data in its area.ts', () => {
  let shop: TestPlatform
  let rights: ReturnType<typeof createRightsActions>
  before(async () => {
    shop = await openPlatform({ areas: [...areas, giftCards], databaseUrl: await databaseWithGiftCards() })
    rights = createRightsActions(shop)
  })

  test('has its rows exported and erased, and its amounts remain', async () => {
    const message = createMark()
    const { idClient } = await rights.client()
    await giveCard(shop, idClient, message)

    const { body } = await rights.export(idClient)
    assert.deepEqual(Object.keys(body.domaines).sort(), [...holders, 'giftcards'].sort())
    assert.deepEqual(
      body.domaines.giftcards!.carte!.map(card => card.message),
      [message],
    )

    assert.equal((await rights.erase(idClient)).status, 201)
    const { domaines } = await rights.erased(idClient)
    assert.equal(domaines.find(({ domaine }) => domaine === 'giftcards')?.lignes, 1)
    assert.deepEqual(await findMarkedTables(shop.databaseUrl, [message, idClient]), [])
    assert.deepEqual(
      (await cardsOf(shop)).map(({ soldeCents }) => soldeCents),
      [5000],
    )
  })

  test('prevents an erasure with its open records: 409', async () => {
    const { idClient } = await rights.client()
    await giveCard(shop, idClient, createMark(), true)
    const { status, body } = await rights.erase(idClient)
    assert.equal(status, 409)
    assert.match(body.message, /Gift card \d+ is active/)
  })
})

test('is called by its URL in another process, and a running erasure that did not know it includes it', async () => {
  const databaseUrl = await databaseWithGiftCards()
  const elsewhere = await openPlatform({ areas: [giftCards], databaseUrl, started: false })
  await elsewhere.server.listen({ port: 0, host: '127.0.0.1' })
  const message = createMark()

  const before = await openPlatform({
    only: areas.map(({ name }) => name).filter(name => name !== 'purchases'),
    databaseUrl,
  })
  const { idClient } = await createRightsActions(before).client()
  await giveCard(before, idClient, message)
  assert.equal((await createRightsActions(before).erase(idClient)).status, 201)
  await createRightsActions(before).erasedIn(
    idClient,
    holders.filter(name => name !== 'purchases' && name !== 'loyalty'),
  )
  await before.close()

  const after = await openPlatform({
    databaseUrl,
    elsewhere: [giftCards],
    settings: { COMPTOIR_GIFTCARDS_URL: `${elsewhere.server.listeningOrigin}/giftcards` },
  })
  await createRightsActions(after).erased(idClient)
  assert.deepEqual(await findMarkedTables(databaseUrl, [message, idClient]), [])
})

test('while unavailable blocks exports, and an erasure waits for it', async () => {
  const shop = await openPlatform({ elsewhere: [giftCards], databaseUrl: await databaseWithGiftCards() })
  const rights = createRightsActions(shop)
  const { idClient } = await rights.client()
  assert.equal((await rights.export(idClient)).status, 503)
  assert.equal((await rights.erase(idClient)).status, 201)
  const { statut } = await rights.erasedIn(
    idClient,
    holders.filter(name => name !== 'loyalty'),
  )
  assert.equal(statut, 'en_cours')
})
