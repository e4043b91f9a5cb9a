import type { Database, Tx } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { Link } from '../tables.ts'

const columns = sql`id, "orderId", "montantCents", devise, "clientId", "clientFideliseId", titulaire, courriel, prouve,
  source, intention, "returnUrl", articles, langue, "createdAt", "expireLe"`

export const insertLink = (tx: Tx, link: Link, tokenHash: string) =>
  tx.run(sql`
    insert into payments.lien (${columns}, "tokenHash")
    values (
      ${link.id}, ${link.orderId}, ${link.montantCents}, ${link.devise}, ${link.clientId}, ${link.clientFideliseId},
      ${link.titulaire}, ${link.courriel}, ${link.prouve}, ${link.source},
      ${link.intention}, ${link.returnUrl}, ${link.articles && sql.json(link.articles)}::json, ${link.langue},
      ${link.createdAt}, ${link.expireLe}, ${tokenHash})`)

export const findLink = (db: Database, tokenHash: string) =>
  db.first(sql<Link>`select ${columns} from payments.lien where "tokenHash" = ${tokenHash}`.pointRead())

export const findLinkById = (db: Database, id: string) =>
  db.first(sql<Link>`select ${columns} from payments.lien where id = ${id}`.pointRead())

/** Locks the link until the transaction ends, so that its payments are inserted one after another. */
export const lockLink = (tx: Tx, id: string) =>
  tx.run(sql`select id from payments.lien where id = ${id} for update`)

export const countLinkCards = (db: Database, lienId: string) =>
  db.one(sql<{ refused: number; pending: number }>`
    select count(*) filter (where status = 'refuse') as refused,
      count(*) filter (where status = 'en_attente') as pending
    from payments.transaction where "lienId" = ${lienId} and "rembourseId" is null`)

/** Returns the languages of links, by id. */
export const listLanguages = async (db: Database, ids: readonly string[]) =>
  new Map(
    (
      await db.rows(
        sql<
          Pick<Link, 'id' | 'langue'>
        >`select id, langue from payments.lien where id = any(${sql.list(ids, 'uuid')})`,
      )
    ).map(({ id, langue }) => [id, langue]),
  )

/** Returns the return URL of the order's last link that is not a payment intent. */
export const findLastReturnUrl = async (db: Database, orderId: string) =>
  (
    await db.first(
      sql<{ returnUrl: string }>`
      select "returnUrl" from payments.lien where "orderId" = ${orderId} and intention is null
      order by "createdAt" desc limit 1`.pointRead(),
    )
  )?.returnUrl
