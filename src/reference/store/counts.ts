import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export type Count = { ressource: string; cle: string; nom: string; nombre: number }

/** A connection adds to its own fragment, so that two writers seldom wait for one another. */
const FRAGMENTS = 16

/** How many there are, as a piece of a statement. */
export const countOf = (ressource: string, cle: string) => sql`
  (select coalesce(sum(nombre), 0)::bigint from reference.compteur where ressource = ${ressource} and cle = ${cle})`

/** Sorted, so that two writers of the same fragment do not wait for each other crosswise. */
export const addCounts = (tx: Tx, counts: readonly Count[]) =>
  tx.run(sql`
    insert into reference.compteur (ressource, cle, fragment, nom, nombre)
    select ressource, cle, pg_backend_pid() % ${FRAGMENTS}, nom, nombre
    from json_to_recordset(${sql.json(counts)}::json) as given (ressource text, cle text, nom text, nombre bigint)
    order by ressource, cle
    on conflict (ressource, cle, fragment) do update set nombre = compteur.nombre + excluded.nombre`)

/** The categories of products that have any, by key. */
export const countedCategories = (db: Database, part: string) =>
  db.rows(sql<{ cle: string; nom: string; nombreProduits: number }>`
    select cle, min(nom) as nom, sum(nombre)::bigint as "nombreProduits" from reference.compteur
    where ressource = 'produits' and cle <> '' and position(${part} in cle) > 0
    group by cle having sum(nombre) > 0 order by cle`)
