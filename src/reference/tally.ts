import type { Tx } from '../platform/database/database.ts'
import type { Resource } from './resources.ts'
import { addCounts, type Count } from './store/counts.ts'
import type { Values } from './store/records.ts'

/**
 * What a transaction adds to the kept counts. Written as its last act: until the commit, whoever adds to the same
 * fragment waits.
 */
export function createTally(resource: Resource) {
  const counts = new Map<string, Count>()

  function add(values: Values, nombre: 1 | -1) {
    const groups = new Map([['', ''], ...(resource.groups?.(values) ?? [])])
    for (const [cle, nom] of groups) {
      const count = counts.get(cle) ?? { ressource: resource.name, cle, nom, nombre: 0 }
      count.nombre += nombre
      counts.set(cle, count)
    }
  }

  return {
    came: (values: Values) => add(values, 1),
    went: (values: Values) => add(values, -1),
    async write(tx: Tx) {
      const changes = [...counts.values()].filter(({ nombre }) => nombre !== 0)
      if (changes.length > 0) await addCounts(tx, changes)
    },
  }
}

export type Tally = ReturnType<typeof createTally>
