import type { Database, Tx } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'
import type { PageNumbers } from '../../../platform/http/pages.ts'
import type { FoundCode } from '../../tables.ts'
import { keyOf } from '../code-format.ts'
import type { PromotionCode } from '../schemas.ts'
import { isEnded } from './uses.ts'

/** The uses that are counted although they have ended: a schedule releases them. */
const endedUses = (now: Date) => sql`(
  select count(*) from orders.utilisation_code as use join orders.commande using ("ordreId")
  where use."codeId" = code.id and ${isEnded(now)} and "confirmeeLe" is null)`

const columns = (utilisations: Sql) => sql`
  code.id, code.code, code."promotionId", code."utilisationsMax", code."utilisationsParClient", code."dateFin",
  ${utilisations} as utilisations, code."createdAt", code."revoqueLe"`

/** Returns the codes with these keys. Their uses include the ended ones. */
export const findCodes = (db: Database, keys: readonly string[]) =>
  db.rows(sql<FoundCode>`
    select ${columns(sql`code.utilisations`)}, code.cle, coalesce(supprimee, true) as supprimee,
      promotion."dateFin" as "finPromotion", promotion ->> 'idClient' is not null as cible
    from orders.code_promotion as code left join orders.promotion on promotion.id = code."promotionId"
    where cle = any(${sql.list(keys, 'text')})`)

/** Returns the number of ended uses of a code that are not released yet. */
export const countEndedUses = (db: Database, id: number, now: Date) =>
  db.value(sql<{ ended: number }>`
    select ${endedUses(now)} as ended from orders.code_promotion as code where id = ${id}`)

type Search = { promotionId: number | undefined; search: string | undefined }

/** An ordinary text matches by its letters and digits; one with other signs finds nothing. */
const matching = ({ promotionId, search }: Search) => sql`true
  ${promotionId === undefined ? sql.empty : sql`and code."promotionId" = ${promotionId}`}
  ${search === undefined ? sql.empty : sql`and code.cle like '%' || ${keyOf(search).replaceAll(/[\\%_]/g, '\\$&')} || '%'`}`

export const listCodes = (db: Database, search: Search, { page, limit }: PageNumbers, now: Date) =>
  db.rows(sql<PromotionCode>`
    select ${columns(sql`code.utilisations - ${endedUses(now)}`)}
    from orders.code_promotion as code where ${matching(search)}
    order by code.id ${sql.page(limit, (page - 1) * limit)}`)

export const countCodes = (db: Database, search: Search) =>
  db.value(sql<{ total: number }>`
    select count(*) as total from orders.code_promotion as code where ${matching(search)}`)

/** Returns the number of codes of a promotion that are not revoked. */
export const countCodesOfPromotion = (db: Database, promotionId: number) =>
  db.value(sql<{ codes: number }>`
    select count(*) as codes from orders.code_promotion where "promotionId" = ${promotionId} and "revoqueLe" is null`)

/** The limits that the codes of one call share. */
export type CodeTerms = Pick<PromotionCode, 'promotionId' | 'utilisationsMax' | 'utilisationsParClient'> & {
  dateFin: Date | null
}

/** The unique index of the keys of codes. */
export const KEY_INDEX = 'code_promotion_cle'

const insertedColumns = sql`
  code, cle, "promotionId", "utilisationsMax", "utilisationsParClient", "dateFin", "lotId", "createdAt"`

/** Inserts a code. Fails with a violation of `KEY_INDEX` if it exists. */
export const insertCode = (tx: Tx, code: string, terms: CodeTerms, now: Date) =>
  tx.one(sql<PromotionCode>`
    insert into orders.code_promotion (${insertedColumns})
    values (${code}, ${keyOf(code)}, ${terms.promotionId}, ${terms.utilisationsMax}, ${terms.utilisationsParClient},
      ${terms.dateFin}, null, ${now})
    returning id, code, "promotionId", "utilisationsMax", "utilisationsParClient", "dateFin", utilisations, "createdAt",
      "revoqueLe"`)

/** Inserts the codes of one call. Fails with a violation of `KEY_INDEX` if one of them exists. */
export const insertLot = (tx: Tx, lotId: string, codes: Iterable<string>, terms: CodeTerms, now: Date) =>
  tx.copy(
    sql`copy orders.code_promotion (${insertedColumns}) from stdin`,
    Iterator.from(codes).map(code => [
      ...[code, keyOf(code), terms.promotionId, terms.utilisationsMax, terms.utilisationsParClient],
      ...[terms.dateFin, lotId, now],
    ]),
  )

/** Returns the lowest and the highest id of the codes of one call. */
export const readBoundsOfLot = (db: Database, lotId: string) =>
  db.one(sql<{ first: number; last: number }>`
    select min(id) as first, max(id) as last from orders.code_promotion where "lotId" = ${lotId}`)

/** Returns the codes of one call whose ids are in a range, its end included, by id. */
export const listCodesOfLot = (db: Database, lotId: string, after: number, last: number) =>
  db.column(sql<{ code: string }>`
    select code from orders.code_promotion where "lotId" = ${lotId} and id > ${after} and id <= ${last} order by id`)

/** Revokes a code, once. Returns false for an unknown one. */
export const revokeCode = async (tx: Tx, id: number, now: Date) =>
  (await tx.run(sql`
    update orders.code_promotion set "revoqueLe" = coalesce("revoqueLe", ${now}) where id = ${id}`)) === 1
