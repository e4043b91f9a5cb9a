import type { Database } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { Client, ClientSearch } from '../../schemas.ts'
import { columns, counter } from './clients.ts'

/** More words than any name has narrow nothing further. */
const MOST_WORDS = 10

/** Each word is part of the first name or the surname, in whatever order. */
const named = (name: string) =>
  sql.join(
    name
      .split(/\s+/)
      .filter(word => word !== '')
      .slice(0, MOST_WORDS)
      .map(word => sql`and recherche like '%' || plain(${word.replaceAll(/[\\%_]/g, '\\$&')}) || '%'`),
    ' ',
  )

const isBlank = (text = '') => text.trim() === ''

const matching = ({ nom = '', email }: ClientSearch) => sql`
  "deletedAt" is null
  ${email === undefined ? sql.empty : sql`and lower("adresseMail") = lower(${email.trim()})`}
  ${isBlank(nom) ? sql.empty : named(nom)}`

/** What a search by name costs depends on the name, so it is planned anew each time. */
const planned = <Row>(statement: Sql<Row>, { nom, email }: ClientSearch) => {
  const fit = isBlank(nom) ? statement : statement.unprepared()
  // Who is found by an address or not, decides whether a customer is created.
  return email === undefined ? fit.fromReplica() : fit
}

/** One page, in the order of creation. The ids alone are counted off: they stand in an index. */
export const searchClients = (db: Database, search: ClientSearch) =>
  db.rows(
    planned(
      sql<Client>`
        select ${columns} from loyalty.client
        where id = any(array(
          select id from loyalty.client where ${matching(search)}
          order by id limit ${search.limit} offset ${(search.page - 1) * search.limit}))
        order by id`,
      search,
    ),
  )

export async function countClients(db: Database, search: ClientSearch) {
  const total =
    isBlank(search.nom) && search.email === undefined
      ? sql<{ total: number }>`select ${counter.total()} as total`
      : sql<{ total: number }>`select count(*) as total from loyalty.client where ${matching(search)}`
  return (await db.one(planned(total, search))).total
}
