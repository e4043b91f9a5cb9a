import { createCounters } from '../../platform/database/counters.ts'
import type { Database } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'

export type Count = { ressource: string; cle: string; nom: string; nombre: number }

export const counters = createCounters(sql`reference.compteur`, {
  keys: ['ressource', 'cle'],
  labels: ['nom'],
})

/** The name of the counters of the records with each value of a field. */
export const groupName = ({ name }: { name: string }, field: string) => `${name}.${field}`

/** The number of a counter, as a piece of a statement. */
export const countOf = (ressource: string, cle: string) =>
  counters.total(sql`ressource = ${ressource} and cle = ${cle}`)

/** The sum of the counters whose key, `cle`, fulfils a condition. */
export const countWhere = (ressource: string, holds: Sql) =>
  counters.total(sql`ressource = ${ressource} and ${holds}`)

export type CountedCategory = { cle: string; nom: string; nombreProduits: number }

/** The categories that have products. */
export const countedCategories = (db: Database) =>
  db.rows(sql<CountedCategory>`
    select cle, min(nom) as nom, sum(nombre)::bigint as "nombreProduits"
    from reference.compteur where ressource = 'produits.categoriesCles'
    group by cle having sum(nombre) > 0`)
