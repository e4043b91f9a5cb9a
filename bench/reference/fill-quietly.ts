import { createPool } from '../../src/platform/database/database.ts'
import { createCountChanges } from '../../src/reference/count-changes.ts'
import { completed } from '../../src/reference/fields.ts'
import { produits } from '../../src/reference/resources.ts'
import { copyRecords, prepareForMany, reserveIds, type Values } from '../../src/reference/store/records.ts'
import { products } from '../support/data.ts'

const AT_ONCE = 10_000

/** Adds products until there are `count`, by the area's own store, and tells nobody: what is measured are reads. */
export async function fillQuietly(url: string, count: number, start: number) {
  const db = createPool(url, { size: 2, onError: console.error })
  let rows: Values[] = []
  const keep = () =>
    db.transaction(async tx => {
      await prepareForMany(tx)
      const counts = createCountChanges(produits)
      const { ids } = await reserveIds(tx, produits, rows)
      for (const values of rows) counts.added(values)
      await copyRecords(
        tx,
        produits,
        rows.map((values, i) => ({ id: ids[i]!, ...values })),
        new Date(),
      )
      await counts.write(tx)
      rows = []
    })
  let i = 0
  for (const product of products(count)) {
    if (i++ < start) continue
    rows.push(completed(produits.fields, product))
    if (rows.length === AT_ONCE) await keep()
  }
  if (rows.length > 0) await keep()
  const client = await db.pg.connect()
  await client.query('set statement_timeout = 0')
  await client.query('vacuum analyze reference.produit')
  client.release()
  await db.close()
}
