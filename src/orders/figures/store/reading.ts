import type { Database } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { BestSellers, PromotionFigures, SalesDay } from '../schemas.ts'

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

type TopOfDay = { jour: string; magasinId: number; limit: number }

/** Returns the articles with the most units sold on a day, most first. */
export const listBestSellers = (db: Database, { jour, magasinId, limit }: TopOfDay) =>
  db.rows(
    sql<BestSellers[number]>`
    select "articleId", nom, quantite, "montantCents" from orders.chiffre_article
    where jour = ${jour} and "magasinId" = ${magasinId}
    order by quantite desc, "montantCents" desc, "articleId" limit ${limit}`.fromReplica(),
  )

/** Returns the promotions whose orders had the highest turnover on a day, highest first. */
export const listPromotionFigures = (db: Database, { jour, magasinId, limit }: TopOfDay) =>
  db.rows(
    sql<PromotionFigures[number]>`
    select "promotionId", promotion->>'description' as description, commandes, "remiseCents", "montantCents"
    from orders.chiffre_promotion left join orders.promotion on promotion.id = "promotionId"
    where jour = ${jour} and "magasinId" = ${magasinId}
    order by "montantCents" desc, "promotionId" limit ${limit}`.fromReplica(),
  )
