import type { Database, Tx } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Of these queues there are to be copies on that queue, and of no others. */
export async function setWanted(tx: Tx, copy: string, queues: readonly string[]) {
  await tx.run(sql`
    update platform.copie_evenement set voulue = false where copie = ${copy} and file <> all(${queues}::text[])`)
  await tx.run(sql`
    insert into platform.copie_evenement (copie, file, voulue)
    select ${copy}, file, true from unnest(${queues}::text[]) as file
    on conflict (copie, file) do update set voulue = true`)
}

export const copiesAreWanted = async (db: Database) =>
  (await db.first(sql`select 1 from platform.copie_evenement where voulue limit 1`)) !== undefined

export type Binding = { copie: string; file: string; voulue: boolean }

export const bindingsOf = (tx: Tx, copies: readonly string[]) =>
  tx.rows(sql<Binding>`
    select copie, file, voulue from platform.copie_evenement where copie = any(${copies}) order by copie, file`)

/** The broker has been told of those that are no longer wanted. */
export const forgetUnwanted = (tx: Tx, copies: readonly string[]) =>
  tx.run(sql`delete from platform.copie_evenement where copie = any(${copies}) and not voulue`)
