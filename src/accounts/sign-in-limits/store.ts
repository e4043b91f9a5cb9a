import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const findKnownNetwork = (db: Database, titulaire: string, reseau: string, since: Date) =>
  db.first(sql<{ reseau: string }>`
    select reseau from accounts.reseau_connu
    where titulaire = ${titulaire} and reseau = ${reseau} and "vuLe" > ${since}`)

/** Stores the time of a sign-in. Repeated sign-ins from one network write at most once an hour. */
export const insertKnownNetwork = (tx: Tx, titulaire: string, reseau: string, now: Date) =>
  tx.run(sql`
    insert into accounts.reseau_connu (titulaire, reseau, "vuLe") values (${titulaire}, ${reseau}, ${now})
    on conflict (titulaire, reseau) do update set "vuLe" = excluded."vuLe"
    where accounts.reseau_connu."vuLe" < excluded."vuLe" - interval '1 hour'`)

export const pruneKnownNetworks = (tx: Tx, before: Date) =>
  tx.run(sql`delete from accounts.reseau_connu where "vuLe" <= ${before}`)
