import type { Platform } from '../platform/area.ts'
import { announceProducts } from './announce.ts'
import { fournisseurs, produits, type Resource } from './resources.ts'
import { notFound } from './rules.ts'
import { productsPreferring, touchProducts } from './store/products.ts'
import { deleteRecord } from './store/records.ts'
import { createTally } from './tally.ts'

/** Soft. A deleted supplier no longer gives its products their purchase terms. */
export const deleteOneRecord = (platform: Platform<never>, resource: Resource, id: number) =>
  platform.db.transaction(async tx => {
    const deleted = await deleteRecord(tx, resource, id, platform.clock.now())
    if (!deleted) throw notFound(resource, id)
    if (resource === produits) await announceProducts(tx, platform, [id])
    if (resource === fournisseurs) {
      const ids = await productsPreferring(tx, id)
      await touchProducts(tx, ids)
      await announceProducts(tx, platform, ids)
    }
    const tally = createTally(resource)
    tally.went(deleted)
    await tally.write(tx)
  })
