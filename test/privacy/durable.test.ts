import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { areaNames } from '../../src/areas.ts'
import { createTestDatabase } from '../support/database.ts'
import { eventually } from '../support/eventually.ts'
import { createMarkedShop, type Erasure } from '../support/marked-customer.ts'
import { findMarkedTables } from '../support/marks.ts'
import { openPlatform } from '../support/platform.ts'
import { createMark, createRightsActions, lockTable } from '../support/rights.ts'
import { startServer } from '../support/server.ts'
import { createShopActions } from '../support/shopping.ts'
import { createTemporaryFolder } from '../support/temporary-folder.ts'

/** An erasure is retried every five seconds, so these tests mostly wait and can run concurrently. */
describe('an erasure', { concurrency: true }, () => {
  test('an erasure waits for an unavailable area; the others have erased meanwhile', async () => {
    const without = await openPlatform({ only: areaNames.filter(name => name !== 'purchases') })
    const rights = createRightsActions(without)
    const nom = createMark()
    const { idClient, id } = await rights.client({ nom })

    const { status, body } = await rights.erase(id)
    assert.equal(status, 201)
    assert.equal(body.statut, 'en_cours')
    await rights.erasedIn(idClient, ['orders', 'payments', 'accounts', 'logistics', 'promotions'])
    assert.equal((await rights.export(id)).status, 503)

    await without.close()
    const whole = await openPlatform({ databaseUrl: without.databaseUrl })
    await createRightsActions(whole).erased(idClient)
    assert.deepEqual(await findMarkedTables(without.databaseUrl, [nom, idClient]), [])
  })

  test('an erasure waits for an unsent event that names the customer, and its goods are still prepared', async () => {
    const without = await openPlatform({ only: areaNames.filter(name => name !== 'logistics') })
    const rights = createRightsActions(without)
    const { log } = without.platform
    let delayed = 0
    log.warn = ((fields: object) => 'effacement' in fields && delayed++) as typeof log.warn
    const { ordreId, rue } = await confirmedOrder()

    async function confirmedOrder() {
      const rue = createMark()
      const { idClient } = await rights.client()
      const { body } = await createShopActions(without).place(
        [{ id: 'hors-catalogue', quantite: 1, prixUnitaireCents: 0 }],
        { clientId: idClient, adresseLivraison: { rue } },
      )
      await without.call('PATCH', `/api/commandes/${body.ordreId}/statut`, { nouveauStatut: 'LIVREE' })
      assert.equal((await rights.erase(idClient)).status, 201)
      return { ordreId: body.ordreId, rue }
    }
    await eventually('the erasure was attempted and is delayed', () => delayed > 0)
    assert.deepEqual(
      (await findMarkedTables(without.databaseUrl, [rue])).map(line => line.split(':')[0]),
      ['orders.commande', 'platform.outbox'],
    )

    await without.close()
    const whole = await openPlatform({ databaseUrl: without.databaseUrl })
    await eventually(
      'no marked data remains',
      async () => (await findMarkedTables(without.databaseUrl, [rue])).length === 0,
      50_000,
    )
    const { body: slips } = await whole.call<{ data?: unknown[] }>(
      'GET',
      `/api/publique/bordereau?ordreId=${ordreId}`,
    )
    assert.match(JSON.stringify(slips), /EFFACE_/)
  })

  test('the next process completes an erasure whose process was killed', async t => {
    const databaseUrl = await createTestDatabase()
    const settings = {
      DATABASE_URL: databaseUrl,
      COMPTOIR_DATA: createTemporaryFolder('erasing'),
      COMPTOIR_SAMPLE: '0',
      COMPTOIR_PAYMENT_DELAY_MS: '0',
    }
    const first = await startServer(['start'], settings)
    const shop = createMarkedShop(first.url)
    const customer = await shop.customer()
    await shop.delivered(customer)
    const unlock = await lockTable(databaseUrl, 'logistics.bordereau')
    t.after(unlock)
    const path = `/api/v1/privee/clients/${customer.clientId}/effacements`
    const { status } = await shop.server.call('POST', path)
    assert.equal(status, 201)
    await eventually('all available areas have erased the customer', async () => {
      const { body } = await shop.server.call<Erasure>('GET', path)
      const waiting = body.domaines.filter(({ faitLe }) => !faitLe).map(({ domaine }) => domaine)
      return waiting.sort().join() === 'logistics,loyalty'
    })
    assert.equal(await first.end('SIGKILL'), 'SIGKILL')
    await unlock()
    assert.notDeepEqual(await findMarkedTables(databaseUrl, [customer.marks.nom]), [])

    const second = await startServer(['start'], settings)
    await createMarkedShop(second.url).erased(customer.numero)
    assert.deepEqual(await findMarkedTables(databaseUrl, Object.values(customer.marks)), [])
    assert.equal(await second.end('SIGTERM'), 0)
  })
})
