import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Person } from '../contract.ts'
import type { Mail } from '../mails/schemas.ts'
import { columns as mailColumns } from '../mails/store.ts'
import type { PageQuery } from '../schemas.ts'
import { holderOfAccount } from '../sign-in-limits/login-limits.ts'
import { columns as accountColumns } from '../store/accounts.ts'
import { readPage } from '../store/page.ts'
import type { Account } from '../tables.ts'
import type { Erasure } from './schemas.ts'

const columns = sql`id, pseudonyme, case when "termineLe" is null then 'en_cours' else 'termine' end as statut,
  "demandePar", "demandeLe", "termineLe", "commandesInvite", (
    select json_agg(json_build_object('domaine', domaine, 'lignes', lignes,
      'faitLe', to_char("faitLe" at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by "faitLe", domaine)
    from accounts.effacement_domaine where "effacementId" = accounts.effacement.id) as domaines`

/** Returns the latest erasure of a customer with one of these hashed identifiers. */
export const findLatestErasure = (db: Database, prints: Buffer[]) =>
  db.first(sql<Erasure>`
    select ${columns} from accounts.effacement
    where id in (select "effacementId" from accounts.effacement_nom where empreinte = any(${prints}::bytea[]))
    order by id desc limit 1`)

/** Serializes the creation of erasures, so that concurrent requests for one customer begin one. */
export const lockErasures = (tx: Tx) =>
  tx.run(sql`lock table accounts.effacement in share row exclusive mode`)

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
  const id = await tx.value(sql<{ id: number }>`
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

/** Returns undefined if the erasure is finished. */
export const findRunningErasure = (db: Database, id: number) =>
  db.first(sql<Erasure & { personne: Person }>`
    select ${columns}, personne from accounts.effacement where id = ${id} and "termineLe" is null`)

/**
 * Marks an area as erased and adds to its number of rows. Inserts the area if it was not among those with personal data
 * when the erasure began.
 */
export const markErased = (tx: Tx, id: number, area: string, lignes: number, now: Date) =>
  tx.run(sql`
    insert into accounts.effacement_domaine as domaine ("effacementId", domaine, lignes, "faitLe")
    values (${id}, ${area}, ${lignes}, ${now})
    on conflict ("effacementId", domaine) do update
      set "faitLe" = excluded."faitLe", lignes = coalesce(domaine.lignes, 0) + excluded.lignes`)

export const markForErasure = (tx: Tx, id: number, areas: string[]) =>
  tx.run(sql`
    update accounts.effacement_domaine set "faitLe" = null where "effacementId" = ${id} and domaine = any(${areas})`)

export const endErasure = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`
    update accounts.effacement set "termineLe" = ${now}, personne = null
    where id = ${id} and "termineLe" is null`)

/** Returns a page of erasures, newest first. */
export const listErasures = (db: Database, query: PageQuery) =>
  readPage<Erasure>(db, { columns, from: sql`accounts.effacement`, order: sql`id desc` }, query)

const whose = ({ clientIds, userIds, emails }: Person) => sql`
  "clientId" = any(${clientIds}) or id = any(${userIds}) or lower(email) in (${lower(emails)})
  or id in (select "compteId" from accounts.alias where accounts.alias."clientId" = any(${clientIds}))`

const lower = (emails: string[]) => sql`select lower(email) from unnest(${emails}::text[]) as email`

export const listAccountsOfPerson = (db: Database, person: Person) =>
  db.rows(sql<Account>`select ${accountColumns} from accounts.compte where ${whose(person)} order by id`)

export const listAliasesOfAccounts = (db: Database, ids: number[]) =>
  db.rows(sql<{ clientId: string; compteId: number }>`
    select "clientId", "compteId" from accounts.alias where "compteId" = any(${ids}) order by "clientId"`)

/** Returns the creation and expiry time of each session, without its token, of which only a hash is stored. */
export const listSessions = (db: Database, ids: number[]) =>
  db.rows(sql`
    select "createdAt", "expireLe" from accounts.jeton where "compteId" = any(${ids}) order by "createdAt", hash`)

/** Returns the person's mails without their links, which are not stored. */
export const listMailsOfPerson = (db: Database, { clientIds, emails }: Person, accounts: number[]) =>
  db.rows(sql<Mail>`
    select ${mailColumns} from accounts.courriel
    where ${toOrAbout(clientIds, emails, accounts)} order by id`)

export const deleteMails = (tx: Tx, { clientIds, emails }: Person, accounts: number[]) =>
  tx.run(sql`delete from accounts.courriel where ${toOrAbout(clientIds, emails, accounts)}`)

const toOrAbout = (clientIds: string[], emails: string[], accounts: number[]) => sql`
  lower(destinataire) in (${lower(emails)}) or "compteId" = any(${accounts}) or "clientId" = any(${clientIds})`

/**
 * Matches events that contain a client identifier, an order id or an e-mail address (in any case) of the person as a
 * JSON string, or an account id of the person as `clientId`: in events of areas, digits are never a loyalty number.
 */
const mentioning = ({ clientIds, userIds, emails, ordreIds }: Person) => {
  const named = [...clientIds, ...ordreIds].map(name => JSON.stringify(name))
  const numbered = userIds.flatMap(n => [`"clientId":"${n}"`, `"clientId":${n},`, `"clientId":${n}}`])
  return sql`
    exists (select from unnest(${[...named, ...numbered]}::text[]) as name where strpos(corps::text, name) > 0)
    or exists (
      select from unnest(${emails.map(email => JSON.stringify(email))}::text[]) as email
      where strpos(lower(corps::text), lower(email)) > 0)`
}

export const listWebhookEvents = (db: Database, person: Person) =>
  db.rows(sql`
    select type, corps, "createdAt" from accounts.evenement_webhook where ${mentioning(person)} order by id`)

/** Deletes the events that mention the person, with their deliveries, pending ones included. */
export const deleteWebhookEvents = (tx: Tx, person: Person) =>
  tx.run(sql`delete from accounts.evenement_webhook where ${mentioning(person)}`)

const holders = (ids: number[]) => ids.map(holderOfAccount)

/** Returns the time of the last sign-in from each known network, without the network, of which only a hash is stored. */
export const listKnownNetworks = (db: Database, ids: number[]) =>
  db.rows(sql`
    select "vuLe" from accounts.reseau_connu where titulaire = any(${holders(ids)}) order by "vuLe", reseau`)

/** Deletes accounts and their rows in other tables. Returns the number of deleted rows by table. */
export async function deleteAccounts(tx: Tx, ids: number[]) {
  return {
    reseau_connu: await tx.run(sql`
      delete from accounts.reseau_connu where titulaire = any(${holders(ids)})`),
    jeton: await tx.run(sql`delete from accounts.jeton where "compteId" = any(${ids})`),
    lien: await tx.run(sql`delete from accounts.lien where "compteId" = any(${ids})`),
    alias: await tx.run(sql`delete from accounts.alias where "compteId" = any(${ids})`),
    compte: await tx.run(sql`delete from accounts.compte where id = any(${ids})`),
  }
}
