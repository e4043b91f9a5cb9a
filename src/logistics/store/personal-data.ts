import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'

export const slipsOf = (db: Database, names: string[]) =>
  db.rows(sql`select * from logistics.bordereau where "clientId" = any(${names}) order by id`)

/** Waits for preparations of these orders that run, so that whatever slip they write is found afterwards. */
export async function rememberErasedOrders(tx: Tx, ordreIds: string[], pseudonym: string) {
  await tx.run(sql`
    select 1 from logistics.reservation where "ordreId" = any(${ordreIds}) order by "ordreId" for update`)
  await tx.run(sql`
    insert into logistics.commande_effacee ("ordreId", pseudonyme)
    select distinct "ordreId", ${pseudonym} from unnest(${ordreIds}::text[]) as erased ("ordreId")
    on conflict do nothing`)
}

/** The name of what is no product of ours may be anything that the customer wrote. */
export const anonymiseSlips = (tx: Tx, names: string[], ordreIds: string[], pseudonym: string) =>
  tx.run(sql`
    update logistics.bordereau set "clientId" = ${pseudonym}, "adresseLivraison" = null, articles = (
      select coalesce(json_agg(case when a->>'id' ~ '^[0-9]+$' then a
        else (a::jsonb || jsonb_build_object('nom', a->>'id'))::json end order by n), '[]')
      from json_array_elements(articles) with ordinality as article (a, n))
    where "clientId" = any(${names}) or ("ordreId" = any(${ordreIds}) and "clientId" <> ${pseudonym})`)
