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

  function count(cle: string, nom: string, nombre: 1 | -1) {
    const known = counts.get(cle)
    if (known) known.nombre += nombre
    else counts.set(cle, { ressource: resource.name, cle, nom, nombre })
  }

  function add(values: Values, nombre: 1 | -1) {
    count('', '', nombre)
    for (const [cle, nom] of resource.groups?.(values) ?? []) count(cle, nom, nombre)
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
