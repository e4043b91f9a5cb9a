import type { Tx } from '../platform/database/database.ts'
import type { Resource } from './resources.ts'
import { addCounts, type Count, changesName, groupName } from './store/counts.ts'
import type { Values } from './store/records.ts'

/**
 * What a transaction adds to the kept counts. Written as its last act: until the commit, whoever adds to the same
 * fragment waits.
 */
export function createTally(resource: Resource) {
  const counts = new Map<string, Count>()

  function count(ressource: string, cle: string, nom: string, nombre: 1 | -1) {
    const key = `${ressource} ${cle}`
    const known = counts.get(key)
    if (known) known.nombre += nombre
    else counts.set(key, { ressource, cle, nom, nombre })
  }

  function add(values: Values, nombre: 1 | -1) {
    count(resource.name, '', '', nombre)
    for (const [field, groupsOf] of Object.entries(resource.groups ?? {}))
      for (const [cle, nom] of groupsOf(values)) count(groupName(resource, field), cle, nom, nombre)
  }

  return {
    came: (values: Values) => add(values, 1),
    went: (values: Values) => add(values, -1),
    /** Even when no count changes: what was read before this transaction is out of date after it. */
    write(tx: Tx) {
      count(changesName(resource), '', '', 1)
      return addCounts(
        tx,
        [...counts.values()].filter(({ nombre }) => nombre !== 0),
      )
    },
  }
}

export type Tally = ReturnType<typeof createTally>
