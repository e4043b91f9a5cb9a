import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { startImport, waitForImport } from '../../../test/support/import-runs.ts'
import { openPlatform, type TestPlatform } from '../../../test/support/platform.ts'
import { recordCounts } from './change-stock.ts'

let shop: TestPlatform
before(async () => {
  shop = await openPlatform({ only: ['logistics'] })
})

test('an import of stocks runs in the background, and is not listed in other areas', async () => {
  const { db } = shop.platform
  const counts = [1, 2].map(productId => ({ productId, storeId: 1, quantite: 0 }))
  await db.transaction(tx => recordCounts(tx, counts, shop.platform))

  const csv = 'productId;storeId;quantity\n1;1;7\n2;1;x\n'
  const { status, body } = await startImport(shop, '/api/v1/privee/stocks/import', csv, 'inventaire.csv')
  assert.equal(status, 202)
  const runs = '/api/v1/privee/stocks/imports'
  assert.partialDeepStrictEqual(await waitForImport(shop, `${runs}/${body.id}`), {
    ...{ nature: 'stocks', nomFichier: 'inventaire.csv', statut: 'termine', lignes: 2 },
    resultat: { created: 0, updated: 1, failed: 1 },
    erreurs: [{ line: 3 }],
  })
  const { body: list } = await shop.call<{ total: number }>('GET', runs)
  assert.equal(list.total, 1)
  assert.deepEqual((await shop.call('GET', '/api/publique/reserve/1')).body, [{ storeId: 1, quantity: 7 }])
})
