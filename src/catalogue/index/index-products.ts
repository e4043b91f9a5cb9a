import { setImmediate } from 'node:timers/promises'
import type { Tx } from '../../platform/database/database.ts'
import type { ProductChange as AnnouncedProduct } from '../../reference/contract.ts'
import { findSoldOut, lockReadModel } from '../stocks/store.ts'
import { labelsOf, type ProductRecord, productRecordOf } from './product-record.ts'
import {
  findIndexed,
  insertLabels,
  insertProducts,
  markDeleted,
  prepareBulkInsert,
  updateProducts,
  updateSyncedAt,
} from './store.ts'
import { updateCounts } from './update-counts.ts'

/** After this number of products, about 3 ms of work, other requests are served. */
const CHUNK = 50

/** Derives the records of announced products. This is two thirds of the work of indexing and needs no transaction. */
export async function deriveRecords(products: readonly AnnouncedProduct[]): Promise<ProductRecord[]> {
  const records: ProductRecord[] = []
  for (const product of products) {
    records.push(productRecordOf(product))
    if (records.length % CHUNK === 0) await setImmediate()
  }
  return records
}

function lastVersions(records: readonly ProductRecord[]) {
  const last = new Map<number, ProductRecord>()
  for (const record of records)
    if (record.version > (last.get(record.id)?.version ?? 0)) last.set(record.id, record)
  return [...last.values()]
}

const BULK = 1_000

/**
 * `schedulePendingListMerge` is called after a commit that adds at least 1,000 products, to merge the pending lists of the indexes. With
 * `again`, products whose version equals the stored one are indexed again.
 */
type Indexing = { now: Date; schedulePendingListMerge: () => void; again?: boolean }

/**
 * Updates the read model from announced products. Skips products whose version is older than the stored one or, without
 * `again`, equal to it. A lock serializes the transactions, so that the stored counts match the products.
 */
export async function indexProducts(
  tx: Tx,
  records: readonly ProductRecord[],
  { now, schedulePendingListMerge, again = false }: Indexing,
) {
  const last = lastVersions(records)
  await lockReadModel(tx)
  const ids = last.map(({ id }) => id)
  const indexed = new Map((await findIndexed(tx, ids)).map(product => [product.id, product]))
  const changes = last
    .map(after => ({ before: indexed.get(after.id), after }))
    .filter(({ before, after }) => !before || after.version > before.version - Number(again))
  const added = changes.flatMap(({ before, after }) => (before ? [] : after))
  const changed = changes.flatMap(({ before, after }) => (before ? after : []))
  if (added.length >= BULK) {
    await prepareBulkInsert(tx)
    tx.afterCommit(schedulePendingListMerge)
  }
  if (added.length > 0) {
    const addedIds = added.map(({ id }) => id)
    const soldOut = await findSoldOut(tx, addedIds)
    await insertProducts(tx, added, soldOut)
  }
  if (changed.length > 0) await updateProducts(tx, changed)
  if (changes.length > 0) {
    await insertLabels(tx, labelsOf(changes.map(({ after }) => after)))
    await updateCounts(tx, changes)
  }
  await updateSyncedAt(tx, now)
}

/**
 * Marks the products that reference no longer has as deleted, unless their version has changed since they were read.
 */
export async function removeProducts(tx: Tx, read: readonly { id: number; version: number }[]) {
  if (read.length === 0) return
  await lockReadModel(tx)
  const versions = new Map(read.map(({ id, version }) => [id, version]))
  const indexed = await findIndexed(tx, [...versions.keys()])
  const removed = indexed.filter(({ id, version, supprime }) => !supprime && version === versions.get(id))
  const removedIds = removed.map(({ id }) => id)
  await markDeleted(tx, removedIds)
  const changes = removed.map(before => ({
    before,
    after: { ...before, supprime: true, actif: false, mots: [] },
  }))
  await updateCounts(tx, changes)
}
