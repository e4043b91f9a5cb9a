import type { Tx } from '../../platform/database/database.ts'
import { lockReadModel } from '../lock.ts'
import { findIndexed, markDeleted } from './store.ts'
import { updateCounts } from './update-counts.ts'

/** Removes products that the reference area does not have, unless they have changed since they were read here. */
export async function removeProducts(tx: Tx, read: readonly { id: number; version: number }[]) {
  if (read.length === 0) return
  await lockReadModel(tx)
  const versions = new Map(read.map(({ id, version }) => [id, version]))
  const indexed = await findIndexed(tx, [...versions.keys()])
  const removed = indexed.filter(({ id, version, supprime }) => !supprime && version === versions.get(id))
  await markDeleted(
    tx,
    removed.map(({ id }) => id),
  )
  await updateCounts(
    tx,
    removed.map(before => ({ before, after: { ...before, supprime: true, actif: false, mots: [] } })),
  )
}
