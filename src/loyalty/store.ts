import type { Database, Tx } from '../platform/database/database.ts'
import { sql } from '../platform/database/sql.ts'
import type { Client, ClientSearch, NewClient } from './schemas.ts'

const columns = sql`id, "idClient", civilite, nom, prenom, anniversaire, "adresseMail", telephone, adresse,
  "niveauFidelisation", "pointsFidelite", "dateDebutFidelisation", "createdAt", "updatedAt", "deletedAt"`

type Insertion = NewClient & { idClient: string }

/** Undefined when the e-mail or the identifier is taken, by an active customer or a deleted one. */
export const insertClient = (tx: Tx, client: Insertion, now: Date, today: string) =>
  tx.first(sql<Client>`
    insert into loyalty.client (
      "idClient", civilite, nom, prenom, anniversaire, "adresseMail", telephone, adresse,
      "niveauFidelisation", "pointsFidelite", "dateDebutFidelisation", "createdAt", "updatedAt")
    values (
      ${client.idClient}, ${client.civilite}, ${client.nom}, ${client.prenom}, ${client.anniversaire},
      ${client.adresseMail}, ${client.telephone}, ${client.adresse}, ${client.niveauFidelisation ?? 'Standard'},
      ${client.pointsFidelite ?? 0}, ${client.dateDebutFidelisation ?? (client.niveauFidelisation ? today : null)},
      ${now}, ${now})
    on conflict do nothing
    returning ${columns}`)

export const findByEmail = (db: Database, email: string) =>
  db.first(sql<Client>`select ${columns} from loyalty.client where lower("adresseMail") = lower(${email})`)

export const findById = (db: Database, id: number) =>
  db.first(sql<Client>`select ${columns} from loyalty.client where id = ${id} and "deletedAt" is null`)

export const findByIdentifier = (db: Database, idClient: string) =>
  db.first(
    sql<Client>`select ${columns} from loyalty.client where "idClient" = ${idClient} and "deletedAt" is null`,
  )

const matching = ({ nom, email }: ClientSearch) => sql`
  "deletedAt" is null
  ${email ? sql`and lower("adresseMail") = lower(${email})` : sql.empty}
  ${nom ? sql`and plain(prenom || ' ' || nom) like '%' || plain(${nom.replaceAll(/[\\%_]/g, '\\$&')}) || '%'` : sql.empty}`

export const searchClients = (db: Database, search: ClientSearch) =>
  db.rows(sql<Client>`
    select ${columns} from loyalty.client where ${matching(search)}
    order by id limit ${search.limit} offset ${(search.page - 1) * search.limit}`)

export const countClients = async (db: Database, search: ClientSearch) =>
  (await db.first(
    sql<{ total: number }>`select count(*) as total from loyalty.client where ${matching(search)}`,
  ))!.total

/** Soft. Zero when there is no such active customer. */
export const deleteClient = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`
    update loyalty.client set "deletedAt" = ${now}, "updatedAt" = ${now} where id = ${id} and "deletedAt" is null`)

/** False when the order has earned its points already. */
export const recordAttribution = async (
  tx: Tx,
  { ordreId, clientId, points, now }: { ordreId: string; clientId: number; points: number; now: Date },
) =>
  (await tx.run(sql`
    insert into loyalty.attribution ("ordreId", "clientId", points, "createdAt")
    values (${ordreId}, ${clientId}, ${points}, ${now})
    on conflict do nothing`)) === 1

/** Adds points and lifts the level to the one that they reach. Levels never fall by themselves. */
export const addPoints = (tx: Tx, clientId: number, points: number, now: Date, today: string) =>
  tx.run(sql`
    update loyalty.client set
      "pointsFidelite" = least("pointsFidelite"::bigint + ${points}, 2147483647),
      "niveauFidelisation" = case
        when "pointsFidelite"::bigint + ${points} >= 2000 then 'Platine'
        when "pointsFidelite"::bigint + ${points} >= 500 and "niveauFidelisation" = 'Standard' then 'Premium'
        else "niveauFidelisation" end,
      "dateDebutFidelisation" = coalesce("dateDebutFidelisation", ${today}),
      "updatedAt" = ${now}
    where id = ${clientId}`)
