import type { Tx } from '../../platform/database/database.ts'
import { keepCounts } from './keep-counts.ts'
import { leaveAisles } from './store/aisles.ts'
import { knownById, markDeleted, takeTurn } from './store/sync.ts'

/** Drops products that the reference area does not have, unless they changed since they were seen here. */
export async function dropProducts(tx: Tx, seen: readonly { id: number; version: number }[]) {
  if (seen.length === 0) return
  await takeTurn(tx)
  const versions = new Map(seen.map(({ id, version }) => [id, version]))
  const known = await knownById(tx, [...versions.keys()])
  const gone = known.filter(({ id, version, supprime }) => !supprime && version === versions.get(id))
  const ids = gone.map(({ id }) => id)
  await leaveAisles(tx, ids)
  await markDeleted(tx, ids)
  await keepCounts(
    tx,
    gone.map(before => ({
      before,
      after: { ...before, supprime: true, actif: false, mots: [] },
    })),
  )
}
