import type { Database, Tx } from '../platform/database/database.ts'
import { type Sql, sql } from '../platform/database/sql.ts'
import { type Promotion, type PromotionFields, type Targets, TRANCHE, type Tranche } from './schemas.ts'

/** The columns of the writable fields, with `value` in place of `valeurPromotion`. */
const fieldsWith = (value: Sql) => sql`
  "categoriePromotion", "typePromotion", "idClient", "clientsVises", "idProduit", "produitsVises", "idMagasin",
  "categorieProduit", ${value}, "uniteValeur", "autoAppliquee", "seuilMontant", "quantiteAchat",
  "modesLivraison", description,
  "dateDebut", "dateFin", "applicationCreatrice", "applicationsConcernees"`
const fields = fieldsWith(sql`"valeurPromotion"`)
const columns = sql`id, version, ${fieldsWith(sql`"valeurPromotion"::float8 as "valeurPromotion"`)}, "dateCreation",
  "dateModification", "dateSuppression", reductions`

const recordOf = (promotion: PromotionFields & Targets) =>
  sql`json_populate_record(null::promotions.promotion, ${sql.json(promotion)}::json)`

/** Returns up to `limit` promotions after an id, by id, including deleted ones. */
export const listPromotionsAfter = (db: Database, after: number, limit: number) =>
  db.rows(sql<Promotion>`
    select ${columns} from promotions.promotion where id > ${after} order by id limit ${limit}`)

const isLive = (now: Date) => sql`
  "dateSuppression" is null and "dateDebut" <= ${now}::timestamptz and "dateFin" >= ${now}::timestamptz
  and 'E-COMMERCE' = any("applicationsConcernees")`

/** Returns the live automatic promotions for everybody, those that end first first. */
export const listLivePromotions = (db: Database, now: Date, limit: number) =>
  db.rows(
    sql<Promotion>`
    select ${columns} from promotions.promotion
    where ${isLive(now)} and "autoAppliquee" and "idClient" is null and coalesce(cardinality("idMagasin"), 0) = 0
    order by "dateFin", id limit ${limit}`.fromReplica(),
  )

/** Whether a live promotion needs a code. */
export const hasLiveCodes = (db: Database, now: Date) =>
  db.value(
    sql<{ codes: boolean }>`
    select exists (select from promotions.promotion where ${isLive(now)} and not "autoAppliquee") as codes`.fromReplica(),
  )

export const readTranche = (db: Database, tranche: number) =>
  db.rows(sql<Promotion>`
    select ${columns} from promotions.promotion
    where id >= ${tranche * TRANCHE} and id < ${(tranche + 1) * TRANCHE} order by id`)

export const listTranches = (db: Database) =>
  db.rows(sql<Tranche>`
    select id / ${TRANCHE}::integer as tranche, count(*) as nombre, sum(version)::bigint as versions
    from promotions.promotion group by 1 order by 1`)

/** Returns whether a promotion is automatic; undefined for an unknown or deleted one. */
export const findPromotion = (db: Database, id: number) =>
  db.first(sql<Pick<Promotion, 'autoAppliquee'>>`
    select "autoAppliquee" from promotions.promotion where id = ${id} and "dateSuppression" is null`)

/**
 * Locks and returns a promotion, so that it cannot change between the check and the update. Returns undefined if it is
 * unknown or deleted.
 */
export const lockPromotion = (tx: Tx, id: number) =>
  tx.first(sql<Promotion>`
    select ${columns} from promotions.promotion where id = ${id} and "dateSuppression" is null for update`)

export const insertPromotion = (tx: Tx, promotion: PromotionFields & Targets, now: Date) =>
  tx.one(sql<Promotion>`
    insert into promotions.promotion (${fields}, "dateCreation", "dateModification")
    select ${fields}, ${now}::timestamptz, ${now}::timestamptz from ${recordOf(promotion)}
    returning ${columns}`)

export const updatePromotion = (
  tx: Tx,
  id: number,
  promotion: PromotionFields & Targets,
  { reductions, now }: Pick<Promotion, 'reductions'> & { now: Date },
) =>
  tx.one(sql<Promotion>`
    update promotions.promotion set
      version = version + 1, "dateModification" = ${now}, reductions = ${sql.json(reductions)},
      (${fields}) = (select ${fields} from ${recordOf(promotion)})
    where id = ${id}
    returning ${columns}`)

/** Soft-deletes and returns a locked promotion. */
export const markDeleted = (tx: Tx, id: number, reductions: Promotion['reductions'], now: Date) =>
  tx.one(sql<Promotion>`
    update promotions.promotion
    set version = version + 1, "dateSuppression" = ${now}, "dateModification" = ${now},
      reductions = ${sql.json(reductions)}
    where id = ${id}
    returning ${columns}`)

const targeting = (names: string[]) => sql`("idClient" && ${names} or "clientsVises" && ${names})`

/** Returns the promotions that target a customer, without the other customers whom they target. */
export const listPromotionsTargeting = (db: Database, names: string[]) =>
  db.rows(sql`
    select id, description, "typePromotion", "valeurPromotion"::float8 as "valeurPromotion", "uniteValeur",
      "dateDebut", "dateFin", "dateSuppression",
      array(select name from unnest("idClient") as name where name = any(${names})) as "idClient"
    from promotions.promotion where ${targeting(names)} order by id`)

/** Returns SQL for a list of targets without these names, or with the pseudonym alone if no other name remains. */
const without = (column: string, names: string[], pseudonym: string) => {
  const list = sql.identifier(column)
  return sql`case when ${list} <@ ${names} then array[${pseudonym}::text] else (
    select array_agg(name order by n) from unnest(${list}) with ordinality as target (name, n)
    where name <> all(${names})) end`
}

/**
 * Removes the names from all targets, replaces them with the pseudonym where no other name remains, and returns the
 * changed promotions.
 */
export const replaceTargets = (tx: Tx, names: string[], pseudonym: string, now: Date) =>
  tx.rows(sql<Promotion>`
    update promotions.promotion set
      version = version + 1, "dateModification" = ${now},
      "idClient" = ${without('idClient', names, pseudonym)},
      "clientsVises" = ${without('clientsVises', names, pseudonym)}
    where ${targeting(names)}
    returning ${columns}`)
