import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

export type Rebuild = {
  id: number
  prochain: string
  dernier: string
  demandeeLe: Date
  finieLe: Date | null
}

const columns = sql`id, prochain, dernier, "demandeeLe", "finieLe"`

const dayOf = (moment: ReturnType<typeof sql>) => sql`(${moment} at time zone 'Europe/Paris')::date`

/** From the first day that has a sale or a figure to the last one that has a figure, or today. None while one is going on. */
export const beginRebuild = (tx: Tx, now: Date) =>
  tx.run(sql`
    insert into orders.reconstruction (prochain, dernier, "demandeeLe")
    select
      least(
        (select min(jour) from orders.chiffre_heure),
        (select ${dayOf(sql`min("confirmeeLe")`)} from orders.commande),
        ${dayOf(sql`${now}::timestamptz`)}),
      greatest((select max(jour) from orders.chiffre_heure), ${dayOf(sql`${now}::timestamptz`)}),
      ${now}
    on conflict do nothing`)

export const lastRebuilds = (db: Database, limit: number) =>
  db.rows(sql<Rebuild>`select ${columns} from orders.reconstruction order by id desc limit ${limit}`)

/** False when somebody else has taken it further. The day after the last one ends it. */
export const advanceRebuild = async (tx: Tx, { id, prochain }: Rebuild, now: Date) =>
  (await tx.run(sql`
    update orders.reconstruction
    set prochain = prochain + 1, "finieLe" = case when prochain >= dernier then ${now}::timestamptz end
    where id = ${id} and prochain = ${prochain} and "finieLe" is null`)) === 1
