import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { columns } from '../store.ts'
import type { Promotion } from '../tables.ts'

const targeting = (names: string[]) => sql`("idClient" && ${names} or "clientsVises" && ${names})`

/** With this customer alone among the ones that it is for. */
export const promotionsTargeting = (db: Database, names: string[]) =>
  db.rows(sql`
    select id, description, "typePromotion", "valeurPromotion"::float8 as "valeurPromotion", "uniteValeur",
      "dateDebut", "dateFin", "dateSuppression",
      array(select name from unnest("idClient") as name where name = any(${names})) as "idClient"
    from promotions.promotion where ${targeting(names)} order by id`)

/** What is left of a list of customers; the pseudonym where nobody is. */
const without = (column: string, names: string[], pseudonym: string) => {
  const list = sql.identifier(column)
  return sql`case when ${list} <@ ${names} then array[${pseudonym}::text] else (
    select array_agg(name order by n) from unnest(${list}) with ordinality as target (name, n)
    where name <> all(${names})) end`
}

/** Gives the promotions as they have become. */
export const replaceTargets = (tx: Tx, names: string[], pseudonym: string, now: Date) =>
  tx.rows(sql<Promotion>`
    update promotions.promotion set
      version = version + 1, "dateModification" = ${now},
      "idClient" = ${without('idClient', names, pseudonym)},
      "clientsVises" = ${without('clientsVises', names, pseudonym)}
    where ${targeting(names)}
    returning ${columns}`)
