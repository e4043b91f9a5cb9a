import { describeChange } from '../../platform/audit/describe.ts'
import { Problem } from '../../platform/problem.ts'
import type { ResourceContext } from '../context.ts'
import { announceDeletion, announceProducts } from '../products/announce.ts'
import { findProductsSoldBy, incrementVersions } from '../products/store.ts'
import { fournisseurs, produits } from '../resources.ts'
import type { StoredRecord } from '../store.ts'
import { labelOf, recordChange } from './change-records.ts'
import { notFound } from './rules.ts'
import { deleteRecords } from './store.ts'

/** Deletes a record. Throws 404 if it does not exist. */
export async function deleteOneRecord(context: ResourceContext, id: number) {
  const deleted = await deleteAndAnnounce(context, [id])
  if (deleted.length === 0) throw notFound(context.resource, id)
}

/**
 * Deletes the existing records among `ids`. Throws 404 if none exists, and 400 if some do not, after it has deleted the
 * others. The interface specifies French for these messages.
 */
export async function deleteManyRecords(context: ResourceContext, ids: readonly number[]) {
  const { identifying } = context.resource
  const wanted = [...new Set(ids)]
  const deleted = new Map((await deleteAndAnnounce(context, wanted)).map(row => [row.id, row]))
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
      [identifying]: deleted.get(id)?.[identifying],
    })),
  }
}

/**
 * Soft-deletes records and announces the deletion. Products that lose the terms and references of a deleted supplier
 * are announced too.
 */
const deleteAndAnnounce = (context: ResourceContext, ids: readonly number[]): Promise<StoredRecord[]> =>
  context.db.transaction(async tx => {
    const { clock, resource } = context
    const deleted = await deleteRecords(tx, resource, ids, clock.now())
    if (deleted.length === 0) return []
    const deletedIds = deleted.map(({ id }) => id)
    if (resource === fournisseurs) {
      const products = await findProductsSoldBy(tx, deletedIds)
      await incrementVersions(tx, products)
      await announceProducts(tx, context, products)
    }
    if (resource === produits) await announceDeletion(tx, context, deletedIds)
    for (const record of deleted) describeChange({ record: record.id, label: labelOf(record) })
    await recordChange(tx, context, { before: deleted, after: [] })
    return deleted
  })
