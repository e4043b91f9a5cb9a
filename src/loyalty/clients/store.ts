import type { Person } from '../../accounts/contract.ts'
import { createCounters } from '../../platform/database/counters.ts'
import type { Database, Tx } from '../../platform/database/database.ts'
import { type Sql, sql } from '../../platform/database/sql.ts'
import type { Client, ClientChange, ClientSearch } from '../schemas.ts'

const names = [
  ...['id', 'idClient', 'civilite', 'nom', 'prenom', 'anniversaire', 'adresseMail', 'telephone', 'adresse'],
  ...['niveauFidelisation', 'pointsFidelite', 'dateDebutFidelisation', 'createdAt', 'updatedAt', 'deletedAt'],
]
const columns = sql.join(names.map(name => sql`client.${sql.identifier(name)}`))

/** The number of active customers. Without it, `count(*)` would read all of them for each list. */
const counter = createCounters(sql`loyalty.compteur`)

/** A customer with all fields except those that the database sets. */
export type NewRow = Omit<Client, 'id' | 'createdAt' | 'updatedAt' | 'deletedAt'>

const given = (clients: readonly NewRow[]) =>
  sql`json_populate_recordset(null::loyalty.client, ${sql.json(clients)}::json) as given`

/**
 * Inserts customers and returns those inserted: an active or deleted customer with the e-mail or identifier prevents the
 * insert. Rows are sorted by e-mail, so that concurrent imports do not deadlock.
 */
export async function insertClients(tx: Tx, clients: readonly NewRow[], now: Date) {
  const inserted = await tx.rows(sql<Client>`
    insert into loyalty.client (
      "idClient", civilite, nom, prenom, anniversaire, "adresseMail", telephone, adresse,
      "niveauFidelisation", "pointsFidelite", "dateDebutFidelisation", "createdAt", "updatedAt")
    select "idClient", civilite, nom, prenom, anniversaire, "adresseMail", telephone, adresse,
      "niveauFidelisation", "pointsFidelite", "dateDebutFidelisation", ${now}, ${now}
    from ${given(clients)}
    order by lower("adresseMail")
    on conflict do nothing
    returning ${columns}`)
  await counter.add(tx, [{ nombre: inserted.length }])
  return inserted
}

/** Returns addresses as PostgreSQL lowercases them, by position. JavaScript lowercases some letters differently. */
export const lowercaseAddresses = (db: Database, addresses: readonly string[]) =>
  db.column(sql<{ email: string }>`
    select lower(address) as email
    from unnest(${addresses}::text[]) with ordinality as given (address, place) order by place`)

/** Locks the customers with these lowercase e-mails, deleted ones included, and returns them by lowercase e-mail. */
export async function lockByEmails(tx: Tx, emails: readonly string[]) {
  const rows = await tx.rows(sql<Client & { email: string }>`
    select lower("adresseMail") as email, ${columns} from loyalty.client
    where lower("adresseMail") = any(${emails}) order by id for update`)
  return new Map(rows.map(({ email, ...client }) => [email, client]))
}

/** Overwrites locked customers, reactivates deleted ones and returns all of them. */
export async function overwriteClients(tx: Tx, clients: readonly (NewRow & { id: number })[], now: Date) {
  const revived = await tx.run(sql`
    update loyalty.client set "deletedAt" = null
    where id = any(${clients.map(({ id }) => id)}::bigint[]) and "deletedAt" is not null`)
  await counter.add(tx, [{ nombre: revived }])
  return tx.rows(sql<Client>`
    update loyalty.client set
      civilite = given.civilite, nom = given.nom, prenom = given.prenom, anniversaire = given.anniversaire,
      "adresseMail" = given."adresseMail", telephone = given.telephone, adresse = given.adresse,
      "niveauFidelisation" = given."niveauFidelisation", "pointsFidelite" = given."pointsFidelite",
      "dateDebutFidelisation" = given."dateDebutFidelisation", "updatedAt" = ${now}
    from ${given(clients)}
    where client.id = given.id
    returning ${columns}`)
}

export const findByEmail = (db: Database, email: string) =>
  db.first(sql<Client>`select ${columns} from loyalty.client where lower("adresseMail") = lower(${email})`)

export const findById = (db: Database, id: number) =>
  db.first(sql<Client>`select ${columns} from loyalty.client where id = ${id} and "deletedAt" is null`)

export const findByIdentifier = (db: Database, idClient: string) =>
  db.first(
    sql<Client>`select ${columns} from loyalty.client where "idClient" = ${idClient} and "deletedAt" is null`,
  )

/** Returns the active customers with one of these numeric ids or identifiers. */
export const findIdentifiers = (db: Database, ids: readonly number[], identifiers: readonly string[]) =>
  db.rows(sql<{ id: number; idClient: string }>`
    select id, "idClient" from loyalty.client where id = any(${ids}::bigint[]) and "deletedAt" is null
    union
    select id, "idClient" from loyalty.client where "idClient" = any(${identifiers}::text[]) and "deletedAt" is null`)

/** Soft-deletes a customer. Returns false if there is no such active customer. */
export async function deleteClient(tx: Tx, id: number, now: Date) {
  const deleted = await tx.run(sql`
    update loyalty.client set "deletedAt" = ${now}, "updatedAt" = ${now} where id = ${id} and "deletedAt" is null`)
  if (deleted === 0) return false
  await counter.add(tx, [{ nombre: -1 }])
  return true
}

const CHANGEABLE = [
  'civilite',
  'nom',
  'prenom',
  'anniversaire',
  'adresseMail',
  'telephone',
  'adresse',
] as const

/**
 * Changes the given fields. Returns undefined if there is no such active customer. Violates a unique constraint if
 * another customer, deleted ones included, has the e-mail.
 */
export const changeClient = (tx: Tx, id: number, change: ClientChange, now: Date) => {
  const given = CHANGEABLE.filter(name => change[name] !== undefined)
  const changes = given.map(name => sql`${sql.identifier(name)} = ${change[name]}, `)
  return tx.first(sql<Client>`
    update loyalty.client set ${sql.join(changes, ' ')} "updatedAt" = ${now}
    where id = ${id} and "deletedAt" is null
    returning ${columns}`)
}

/** Further words of a search are ignored; no name has more. */
const MAX_WORDS = 10

/** Each word must be part of the first name or the surname, in any order. */
const named = (name: string) =>
  sql.join(
    name
      .split(/\s+/)
      .filter(word => word !== '')
      .slice(0, MAX_WORDS)
      .map(word => sql`and recherche like '%' || plain(${word.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`),
    ' ',
  )

const isBlank = (text = '') => text.trim() === ''

const matching = ({ nom = '', email }: ClientSearch) => sql`
  "deletedAt" is null
  ${email === undefined ? sql.empty : sql`and lower("adresseMail") = lower(${email.trim()})`}
  ${isBlank(nom) ? sql.empty : named(nom)}`

/** Chooses how a search runs. The best plan of a search by name depends on the name, so it is planned for each name. */
const planned = <Row>(statement: Sql<Row>, { nom, email }: ClientSearch) => {
  const fit = isBlank(nom) ? statement : statement.unprepared()
  // Searches by e-mail precede the creation of a customer and must not read a lagging replica.
  return email === undefined ? fit.fromReplica() : fit
}

/**
 * Returns one page, in the order of creation. The inner query finds its ids, so that the rows before the page of an
 * unfiltered list are read from an index alone.
 */
export const searchClients = (db: Database, search: ClientSearch) =>
  db.rows(
    planned(
      sql<Client>`
        select ${columns} from loyalty.client
        where id = any(array(
          select id from loyalty.client where ${matching(search)}
          order by id ${sql.page(search.limit, (search.page - 1) * search.limit)}))
        order by id`,
      search,
    ),
  )

export async function countClients(db: Database, search: ClientSearch) {
  const total =
    isBlank(search.nom) && search.email === undefined
      ? sql<{ total: number }>`select ${counter.total()} as total`
      : sql<{ total: number }>`select count(*) as total from loyalty.client where ${matching(search)}`
  return db.value(planned(total, search))
}

/** The domain of an erased customer's e-mail, which receives no mail (RFC 2606). */
const NOWHERE = '@efface.invalid'

/** Matches the person's customers, deleted ones included, but not those already erased. */
const ofPerson = ({ clientIds, numeros, emails }: Person) => sql`
  ("idClient" = any(${clientIds}) or id = any(${numeros})
    or lower("adresseMail") in (select lower(email) from unnest(${emails}::text[]) as email))
  and "adresseMail" <> "idClient" || ${NOWHERE}`

export const listClientsOfPerson = (db: Database, person: Person) =>
  db.rows(sql<Client>`select ${columns} from loyalty.client where ${ofPerson(person)} order by id`)

export const listAttributions = (db: Database, ids: number[]) =>
  db.rows(sql`
    select "ordreId", "clientId", points, "createdAt" from loyalty.attribution
    where "clientId" = any(${ids}) order by "createdAt", "ordreId"`)

export const listAdjustments = (db: Database, ids: number[]) =>
  db.rows(sql`select * from loyalty.ajustement where "clientId" = any(${ids}) order by id`)

/** Removes the reasons of changed points, which may contain anything about the person. */
export const clearReasons = (tx: Tx, person: Person) =>
  tx.run(sql`
    update loyalty.ajustement set motif = null
    where motif is not null and "clientId" in (select id from loyalty.client where ${ofPerson(person)})`)

/**
 * Removes the identifier of the buyer from points of orders that the person placed, and from all points that the person
 * received.
 */
export const clearBuyers = (tx: Tx, { clientIds, userIds, numeros }: Person) =>
  tx.run(sql`
    update loyalty.attribution set acheteur = null
    where acheteur = any(${[...clientIds, ...userIds.map(String)]})
      or ("clientId" = any(${numeros}) and acheteur is not null)`)

/**
 * Anonymizes and deactivates the person's customers and returns how many there were. Each but the first gets the
 * pseudonym followed by its id. Violates a unique constraint if another customer has the pseudonym.
 */
export async function anonymizeClients(tx: Tx, person: Person, pseudonym: string, now: Date) {
  const erased = await tx.column(sql<{ wasActive: boolean }>`
    with who as (
      select id, "deletedAt" is null as "wasActive",
        ${pseudonym} || case when row_number() over (order by id) = 1 then '' else '_' || id end as name
      from loyalty.client where ${ofPerson(person)})
    update loyalty.client set
      "idClient" = who.name, "adresseMail" = who.name || ${NOWHERE}, civilite = null, nom = 'effacé', prenom = 'Client',
      anniversaire = null, telephone = null, adresse = null, "dateDebutFidelisation" = null,
      "deletedAt" = coalesce("deletedAt", ${now}), "updatedAt" = ${now}
    from who where loyalty.client.id = who.id
    returning who."wasActive"`)
  const fewer = erased.filter(wasActive => wasActive).length
  await counter.add(tx, [{ nombre: -fewer }])
  return erased.length
}
