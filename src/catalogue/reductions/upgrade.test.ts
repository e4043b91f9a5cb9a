import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../../../test/support/database.ts'
import { openPlatform } from '../../../test/support/platform.ts'
import { createSettableClock } from '../../../test/support/settable-clock.ts'
import { areas } from '../../areas.ts'
import { migrationsOf } from '../../platform/area.ts'
import { migrate } from '../../platform/database/migrate.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Product } from '../schemas.ts'

const clock = createSettableClock('2026-01-10T08:00:00.000Z')
const only = ['reference', 'promotions', 'catalogue', 'orders', 'accounts', 'loyalty', 'logistics']

/** Undoes the migrations of this feature, as far as the previous version could notice. */
const toPreviousSchema = sql`
  drop table reference.prix, catalogue.promotion, catalogue.promotions_version;
  alter table catalogue.produit drop column historique;
  alter table promotions.promotion drop column reductions;
  update catalogue.synchronisation set "lastSync" = '2026-01-10T08:00:00Z';
  truncate catalogue.reconstruction;
  delete from platform.migration where name in ('0203-prices.sql', '0202-reductions.sql', '0201-reductions.sql')`

test('an upgrade begins with the present price since the creation and the present promotion since its own', async () => {
  const databaseUrl = await createTestDatabase()
  const before = await openPlatform({ only, databaseUrl, clock })
  const given = { nom: 'Lampe', prixDeVenteCents: 1200 }
  const { id } = (await before.call<{ id: number }>('POST', '/api/publique/produits', { ean: '1', ...given }))
    .body
  await before.call('PATCH', `/api/publique/produits/${id}`, { prixDeVenteCents: 1000 })
  clock.set('2026-01-20T08:00:00.000Z')
  const promotion = {
    ...{
      categoriePromotion: 'PRODUIT',
      typePromotion: 'POURCENTAGE',
      valeurPromotion: 10,
      uniteValeur: 'PERCENT',
    },
    ...{ idProduit: [String(id)], dateDebut: '2020-01-01', dateFin: '2999-01-01' },
  }
  const { body } = await before.call<{ id: number }>('POST', '/api/publique/data', promotion)
  clock.set('2026-01-25T08:00:00.000Z')
  await before.call('PUT', `/api/publique/data/${body.id}`, { description: 'Soldes' })
  await before.close()

  const shop = await openPlatform({ only, databaseUrl, clock, started: false })
  await shop.platform.db.transaction(tx => tx.run(toPreviousSchema.unprepared()))
  const applied = await migrate(databaseUrl, migrationsOf(areas))
  assert.deepEqual(applied.toSorted(), [
    'catalogue/0202-reductions.sql',
    'promotions/0201-reductions.sql',
    'reference/0203-prices.sql',
  ])

  const read = async () => (await shop.call<Product>('GET', `/api/v1/publique/catalogue/${id}`)).body
  const prices = () => shop.call('GET', `/api/v1/publique/produits/${id}/prix`)
  assert.deepEqual((await prices()).body, [{ prixDeVenteCents: 1000, depuis: '2026-01-10T08:00:00.000Z' }])
  assert.equal((await read()).prixPromoCents, undefined, 'the history is not known yet')
  await shop.runSchedule('catalogue.reductions')
  await shop.runSchedule('catalogue.check')
  assert.partialDeepStrictEqual(await read(), { prixPromoCents: 900, prixPrecedentCents: 1000 })
})
