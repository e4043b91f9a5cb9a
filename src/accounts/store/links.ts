import { randomBytes } from 'node:crypto'
import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Account } from '../tables.ts'
import { columns } from './accounts.ts'

/** Validity of single-use links in mails, in milliseconds by purpose. */
export const LINK_MS = { confirmation: 24 * 3_600_000, 'mot-de-passe': 3_600_000 }
export type LinkUse = keyof typeof LINK_MS

export const generateLinkToken = () => randomBytes(32).toString('base64url')

/** Returns the URL of a single-use link. */
export const linkUrlOf = (base: string, usage: LinkUse, token: string) => `${base}/compte/${usage}/${token}`

type NewLink = { hash: Buffer; compteId: number; usage: LinkUse; expireLe: Date }

/** Returns false, without a change, if the account does not exist. */
export const insertLink = async (tx: Tx, { hash, compteId, usage, expireLe }: NewLink) =>
  (await tx.run(sql`
    insert into accounts.lien (hash, "compteId", usage, "expireLe")
    select ${hash}, id, ${usage}, ${expireLe} from accounts.compte where id = ${compteId}`)) === 1

/** Returns the account that a link was sent to; undefined for an unknown, used or expired link. */
export const findByLink = (db: Database, hash: Buffer, usage: LinkUse, now: Date) =>
  db.first(sql<Account & { motDePasse: string }>`
    select ${columns}, "motDePasse" from accounts.compte
    where id = (
      select "compteId" from accounts.lien where hash = ${hash} and usage = ${usage} and "expireLe" > ${now})`)

/** Deletes a link and returns the id of the account that it was sent to; undefined if it is unknown, used or expired. */
export const consumeLink = async (tx: Tx, hash: Buffer, usage: LinkUse, now: Date) =>
  (
    await tx.first(sql<{ compteId: number }>`
      delete from accounts.lien where hash = ${hash} and usage = ${usage} and "expireLe" > ${now}
      returning "compteId"`)
  )?.compteId

export const deleteLinks = (tx: Tx, compteId: number) =>
  tx.run(sql`delete from accounts.lien where "compteId" = ${compteId}`)

export const pruneLinks = (tx: Tx, now: Date) =>
  tx.run(sql`delete from accounts.lien where "expireLe" <= ${now}`)

/** Marks the address as proven, and keeps the time of the first proof. */
export const markProven = (tx: Tx, id: number, now: Date) =>
  tx.one(sql<Account>`
    update accounts.compte set
      "courrielProuveLe" = coalesce("courrielProuveLe", ${now}),
      "updatedAt" = case when "courrielProuveLe" is null then ${now} else "updatedAt" end
    where id = ${id}
    returning ${columns}`)

/** Setting a password through a link also proves the address. */
export const replacePassword = (tx: Tx, id: number, motDePasse: string, now: Date) =>
  tx.run(sql`
    update accounts.compte set
      "motDePasse" = ${motDePasse}, "courrielProuveLe" = coalesce("courrielProuveLe", ${now}), "updatedAt" = ${now}
    where id = ${id}`)
