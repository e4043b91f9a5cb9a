import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Person } from '../../contract.ts'
import type { Erasure } from '../schemas.ts'

const columns = sql`id, pseudonyme, case when "termineLe" is null then 'en_cours' else 'termine' end as statut,
  "demandePar", "demandeLe", "termineLe", "commandesInvite", (
    select json_agg(json_build_object('domaine', domaine, 'lignes', lignes,
      'faitLe', to_char("faitLe" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by "faitLe", domaine)
    from accounts.effacement_domaine where "effacementId" = accounts.effacement.id) as domaines`

/** The latest erasure of a customer with one of these names. */
export const latestErasure = (db: Database, prints: Buffer[]) =>
  db.first(sql<Erasure>`
    select ${columns} from accounts.effacement
    where id in (select "effacementId" from accounts.effacement_nom where empreinte = any(${prints}::bytea[]))
    order by id desc limit 1`)

/** Erasures are few: one is begun after another, so that none is begun twice. */
export const takeTurn = (tx: Tx) => tx.run(sql`lock table accounts.effacement in share row exclusive mode`)

type NewErasure = {
  pseudonyme: string
  personne: Person
  guestOrders: number
  prints: Buffer[]
  areas: readonly string[]
  demandePar: string
  now: Date
}

export async function insertErasure(tx: Tx, erasure: NewErasure): Promise<Erasure> {
  const { id } = await tx.one(sql<{ id: number }>`
    insert into accounts.effacement (pseudonyme, personne, "commandesInvite", "demandePar", "demandeLe")
    values (
      ${erasure.pseudonyme}, ${sql.json(erasure.personne)}, ${erasure.guestOrders}, ${erasure.demandePar}, ${erasure.now})
    returning id`)
  await tx.run(sql`
    insert into accounts.effacement_nom (empreinte, "effacementId")
    select distinct empreinte, ${id}::bigint from unnest(${erasure.prints}::bytea[]) as empreinte`)
  await tx.run(sql`
    insert into accounts.effacement_domaine ("effacementId", domaine)
    select ${id}, domaine from unnest(${erasure.areas}::text[]) as domaine`)
  return await tx.one(sql<Erasure>`select ${columns} from accounts.effacement where id = ${id}`)
}

/** Undefined when it has come to its end. */
export const runningErasure = (db: Database, id: number) =>
  db.first(sql<Erasure & { personne: Person }>`
    select ${columns}, personne from accounts.effacement where id = ${id} and "termineLe" is null`)

/** Also for an area that had no personal data yet when the erasure began. */
export const markErased = (tx: Tx, id: number, area: string, lignes: number, now: Date) =>
  tx.run(sql`
    insert into accounts.effacement_domaine as domaine ("effacementId", domaine, lignes, "faitLe")
    values (${id}, ${area}, ${lignes}, ${now})
    on conflict ("effacementId", domaine) do update
      set "faitLe" = excluded."faitLe", lignes = coalesce(domaine.lignes, 0) + excluded.lignes`)

export const markToErase = (tx: Tx, id: number, areas: string[]) =>
  tx.run(sql`
    update accounts.effacement_domaine set "faitLe" = null where "effacementId" = ${id} and domaine = any(${areas})`)

export const endErasure = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`
    update accounts.effacement set "termineLe" = ${now}, personne = null
    where id = ${id} and "termineLe" is null`)

/** Newest first. */
export const listErasures = (db: Database, { page, limit }: { page: number; limit: number }) =>
  db.rows(sql<Erasure>`
    select ${columns} from accounts.effacement order by id desc limit ${limit} offset ${(page - 1) * limit}`)

export const countErasures = async (db: Database) =>
  (await db.one(sql<{ total: number }>`select count(*) as total from accounts.effacement`)).total
