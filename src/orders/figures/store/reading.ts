import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { BestSellers, PromotionFigures, SalesDay, SalesPeriod } from '../schemas.ts'

/** The store id that stands for all stores. */
export const ALL_STORES = 0

/** The maximum number of articles or promotions reported for a day and store. */
export const MAX_RANKED = 100

/** Returns the hours with sales or refunds on these days, of one store or of all. */
export const listHours = (db: Database, jours: readonly string[], magasinId: number) =>
  db.rows(
    sql<SalesDay['heures'][number] & { jour: string }>`
    select jour, heure, commandes, "montantCents", "rembourseCents" from orders.chiffre_heure
    where jour = any(${jours}::date[]) and "magasinId" = ${magasinId} order by jour, heure`.fromReplica(),
  )

export type Sum = Omit<SalesPeriod['points'][number], 'heure'> & {
  magasinId: number
  heure: number | null
  /** Whether it is before `cut`. */
  counts: boolean
}

/**
 * Returns the sums of these days, by hour if `hourly`, of one store, or of each store and of all together. `cut` is an
 * hour of the last day.
 */
export const listSums = (
  db: Database,
  { du, au }: Pick<SalesPeriod, 'du' | 'au'>,
  { magasinId, cut, hourly }: { magasinId: number; cut: number; hourly: boolean },
) =>
  db.rows(
    sql<Sum>`
    select jour, "magasinId", case when ${hourly} then heure end as heure, jour < ${au} or heure < ${cut} as counts,
      sum(commandes)::bigint as commandes, sum("montantCents")::bigint as "montantCents",
      sum("rembourseCents")::bigint as "rembourseCents"
    from orders.chiffre_heure
    where jour between ${du} and ${au} and (${magasinId} = ${sql.constant(ALL_STORES)} or "magasinId" = ${magasinId})
    group by 1, 2, 3, 4 order by 1, 3, 2`.fromReplica(),
  )

type TopOfDay = { jour: string; au: string; magasinId: number; limit: number }

/** Returns the articles with the most units sold on these days, most first. */
export const listBestSellers = (db: Database, { jour, au, magasinId, limit }: TopOfDay) =>
  db.rows(
    sql<BestSellers[number]>`
    select "articleId", (array_agg(nom order by jour desc))[1] as nom, sum(quantite)::bigint as quantite,
      sum("montantCents")::bigint as "montantCents"
    from orders.chiffre_article
    where jour between ${jour} and ${au} and "magasinId" = ${magasinId}
    group by 1 order by 3 desc, 4 desc, 1 limit ${limit}`.fromReplica(),
  )

/** Returns the promotions whose orders had the highest turnover on these days, highest first. */
export const listPromotionFigures = (db: Database, { jour, au, magasinId, limit }: TopOfDay) =>
  db.rows(
    sql<PromotionFigures[number]>`
    select "promotionId", promotion->>'description' as description, commandes, "remiseCents", "montantCents"
    from (
      select "promotionId", sum(commandes)::bigint as commandes, sum("remiseCents")::bigint as "remiseCents",
        sum("montantCents")::bigint as "montantCents"
      from orders.chiffre_promotion
      where jour between ${jour} and ${au} and "magasinId" = ${magasinId} group by 1) as used
    left join orders.promotion on promotion.id = "promotionId"
    order by "montantCents" desc, "promotionId" limit ${limit}`.fromReplica(),
  )
