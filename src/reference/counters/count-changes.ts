import type { Tx } from '../../platform/database/database.ts'
import type { Resource } from '../resources.ts'
import type { Values } from '../store.ts'
import { type Count, counters, groupName } from './store.ts'

/** Collects the changes of a transaction to the counters of a resource. They are written last: writers of one counter wait. */
export function createCountChanges(resource: Resource) {
  const counts = new Map<string, Map<string, Count>>()

  function count(ressource: string, cle: string, nom: string, nombre: 1 | -1) {
    const groups = counts.get(ressource) ?? new Map<string, Count>()
    const known = groups.get(cle)
    if (known) known.nombre += nombre
    else counts.set(ressource, groups.set(cle, { ressource, cle, nom, nombre }))
  }

  const groupings = Object.entries(resource.groups ?? {}).map(
    ([field, groupsOf]) => [groupName(resource, field), groupsOf] as const,
  )

  function add(values: Values, nombre: 1 | -1) {
    count(resource.name, '', '', nombre)
    for (const [name, groupsOf] of groupings)
      for (const [cle, nom] of groupsOf(values)) count(name, cle, nom, nombre)
  }

  return {
    added: (values: Values) => add(values, 1),
    removed: (values: Values) => add(values, -1),
    write(tx: Tx) {
      // Processes of version 0.2 drop the pages that they remember when this count rises.
      count(`${resource.name}.changements`, '', '', 1)
      return counters.add(
        tx,
        [...counts.values()].flatMap(groups => [...groups.values()]),
      )
    },
  }
}
