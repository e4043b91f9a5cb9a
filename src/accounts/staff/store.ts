import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { PageQuery } from '../schemas.ts'
import { readPage } from '../store/page.ts'
import type { Member, MemberChanges, NewMember } from './schemas.ts'

/** The password hash and the code secret of a member. */
export type Secrets = { motDePasse: string; secretCode: string | null }

const columns = sql`id, email, nom, droits, magasins, actif, "codeExige", "createdAt", "updatedAt"`
const withSecrets = sql`${columns}, "motDePasse", "secretCode"`

/** Returns undefined if another member has the e-mail. */
export const insertMember = (
  tx: Tx,
  { email, nom, motDePasse, droits, magasins = null }: NewMember,
  now: Date,
) =>
  tx.first(sql<Member>`
    insert into accounts.membre (email, nom, "motDePasse", droits, magasins, "createdAt", "updatedAt")
    values (${email}, ${nom}, ${motDePasse}, ${droits}, ${magasins}, ${now}, ${now})
    on conflict do nothing
    returning ${columns}`)

export const listMembers = (db: Database, query: PageQuery) =>
  readPage<Member>(db, { columns, from: sql`accounts.membre`, order: sql`id` }, query)

export const findMember = (db: Database, id: number) =>
  db.first(sql<Member & Secrets>`select ${withSecrets} from accounts.membre where id = ${id}`)

export const findMemberByEmail = (db: Database, email: string) =>
  db.first(sql<Member & Secrets>`
    select ${withSecrets} from accounts.membre where lower(email) = lower(${email})`)

/** Locks and returns a member. */
export const lockMember = (tx: Tx, id: number) =>
  tx.first(sql<Member>`select ${columns} from accounts.membre where id = ${id} for update`)

/**
 * Changes the given fields; `magasins` null removes the limit, `motDePasse` is a hash, and `codeExige` (always false)
 * also deletes the code secret. Returns undefined if the member does not exist.
 */
export const changeMember = (tx: Tx, id: number, changes: MemberChanges, now: Date) => {
  const { nom, droits, magasins, actif, motDePasse, codeExige } = changes
  return tx.first(sql<Member>`
    update accounts.membre set
      nom = coalesce(${nom}, nom), droits = coalesce(${droits}::text[], droits), actif = coalesce(${actif}, actif),
      magasins = ${magasins === undefined ? sql`magasins` : sql`${magasins}::bigint[]`},
      "motDePasse" = coalesce(${motDePasse}, "motDePasse"), "codeExige" = coalesce(${codeExige}, "codeExige"),
      "secretCode" = case when ${codeExige}::boolean is null then "secretCode" end,
      "updatedAt" = ${now}
    where id = ${id}
    returning ${columns}`)
}

/** Stores a new secret for one-time codes. Returns false, without a change, if codes are already required. */
export const storeCodeSecret = async (tx: Tx, id: number, sealed: string, now: Date) =>
  (await tx.run(sql`
    update accounts.membre set "secretCode" = ${sealed}, "dernierCode" = null, "updatedAt" = ${now}
    where id = ${id} and not "codeExige"`)) === 1

/** Marks a code as used; returns false if a code of its time step, or of a later one, was used before. */
export const consumeCode = async (tx: Tx, id: number, step: number) =>
  (await tx.run(sql`
    update accounts.membre set "dernierCode" = ${step}
    where id = ${id} and ("dernierCode" is null or "dernierCode" < ${step})`)) === 1

export const requireCode = (tx: Tx, id: number, now: Date) =>
  tx.run(sql`
    update accounts.membre set "codeExige" = true, "updatedAt" = ${now}
    where id = ${id} and "secretCode" is not null`)

/** Returns the e-mail addresses of active members with the right `admin`. */
export const listAdministratorEmails = (db: Database) =>
  db.column(sql<{ email: string }>`
    select email from accounts.membre where actif and 'admin' = any(droits) order by id`)

type NewSession = { empreinte: string; membreId: number; expireLe: Date; now: Date }

export const insertSession = (tx: Tx, { empreinte, membreId, expireLe, now }: NewSession) =>
  tx.run(sql`
    insert into accounts.session_membre (empreinte, "membreId", "createdAt", "expireLe")
    values (${empreinte}, ${membreId}, ${now}, ${expireLe})`)

/**
 * Returns the member whose session has this hash; undefined if the session is unknown or expired, or the member
 * inactive.
 */
export const findMemberBySession = (db: Database, empreinte: string, now: Date) =>
  db.first(sql<Pick<Member, 'id' | 'email' | 'nom' | 'droits' | 'magasins' | 'codeExige'>>`
    select id, email, nom, droits, magasins, "codeExige" from accounts.membre
    where actif
      and id = (select "membreId" from accounts.session_membre where empreinte = ${empreinte} and "expireLe" > ${now})`)

export const deleteSession = (tx: Tx, empreinte: string) =>
  tx.run(sql`delete from accounts.session_membre where empreinte = ${empreinte}`)

/** Deletes the sessions of a member, except the one with the hash `except`, if given. */
export const deleteSessionsOf = (tx: Tx, membreId: number, except: string | null = null) =>
  tx.run(sql`
    delete from accounts.session_membre
    where "membreId" = ${membreId} and (${except}::text is null or empreinte <> ${except})`)

export const pruneSessions = (tx: Tx, now: Date) =>
  tx.run(sql`delete from accounts.session_membre where "expireLe" <= ${now}`)
