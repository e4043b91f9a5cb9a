import type { Platform } from '../../platform/area.ts'
import { Problem } from '../../platform/problem.ts'
import { announceDeletion, announceProducts } from '../products/announce.ts'
import { findProductsSoldBy, incrementVersions } from '../products/store.ts'
import { fournisseurs, produits, type Resource } from '../resources.ts'
import type { StoredRecord } from '../store.ts'
import { followChange } from './change-records.ts'
import { notFound } from './rules.ts'
import { deleteRecords } from './store.ts'

/** Deletes a record. Throws 404 if it does not exist. */
export async function deleteOneRecord(platform: Platform<never>, resource: Resource, id: number) {
  const deleted = await deleteAndAnnounce(platform, resource, [id])
  if (deleted.length === 0) throw notFound(resource, id)
}

/**
 * Deletes the existing records among `ids`. Throws 400 if some do not exist, 404 if none does, in both cases with the
 * missing ids in French, as the interface specifies.
 */
export async function deleteManyRecords(
  platform: Platform<never>,
  resource: Resource,
  ids: readonly number[],
) {
  const wanted = [...new Set(ids)]
  const deleted = new Map((await deleteAndAnnounce(platform, resource, wanted)).map(row => [row.id, row]))
  const missing = wanted.filter(id => !deleted.has(id))
  if (deleted.size === 0)
    throw new Problem(404, 'ids-inconnus', `Aucun des IDs fournis n'existe: ${missing.join(', ')}`)
  if (missing.length > 0) throw new Problem(400, 'ids-inconnus', `IDs non trouvés: ${missing.join(', ')}`)
  return {
    succes: true,
    supprimes: deleted.size,
    resultats: wanted.map(id => ({
      index: ids.indexOf(id),
      id,
      statut: 'ok',
      [resource.identifying]: deleted.get(id)?.[resource.identifying],
    })),
  }
}

/** Soft-deletes records. Products lose the terms and references of a deleted supplier. */
const deleteAndAnnounce = (
  platform: Platform<never>,
  resource: Resource,
  ids: readonly number[],
): Promise<StoredRecord[]> =>
  platform.db.transaction(async tx => {
    const deleted = await deleteRecords(tx, resource, ids, platform.clock.now())
    if (deleted.length === 0) return []
    const deletedIds = deleted.map(({ id }) => id)
    if (resource === fournisseurs) {
      const products = await findProductsSoldBy(tx, deletedIds)
      await incrementVersions(tx, products)
      await announceProducts(tx, platform, products)
    }
    if (resource === produits) await announceDeletion(tx, platform, deletedIds)
    await followChange(tx, platform, resource, { before: deleted, after: [] })
    return deleted
  })
