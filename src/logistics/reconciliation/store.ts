import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import type { ReconciledReservation, ReconciledSlips, ReconciledStock } from './schemas.ts'

/**
 * Returns the reservations of these orders with their lines, returns and slips; an order without a reservation is
 * omitted. `retours` are the articles of the returns that were restocked, `unitesRevenues` the number of units in all
 * returns, including those that wait for the preparation of their order.
 */
export const listSlipsToReconcile = (db: Database, ordreIds: readonly string[]) =>
  db.rows(sql<ReconciledSlips>`
    select "ordreId", statut as reservation, held.lignes, back.retours, back."unitesRevenues", slips.bordereaux,
      greatest("updatedAt", back.last, slips.last) as "changeeLe"
    from logistics.reservation
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', "productId"::text, 'quantite', quantite)), '[]') as lignes
      from logistics.ligne where ligne."ordreId" = reservation."ordreId") as held
    cross join lateral (
      select coalesce(json_agg(article) filter (where "remisLe" is not null), '[]') as retours,
        coalesce(sum((article->>'quantite')::bigint), 0)::bigint as "unitesRevenues",
        max(coalesce("remisLe", "createdAt")) as last
      from logistics.retour, json_array_elements(articles) as article
      where retour."ordreId" = reservation."ordreId") as back
    cross join lateral (
      select coalesce(json_agg(json_build_object('id', id, 'statut', statut, 'articles', articles) order by id), '[]')
          as bordereaux,
        max(coalesce("updatedAt", "createdAt")) as last
      from logistics.bordereau where bordereau."ordreId" = reservation."ordreId") as slips
    where "ordreId" = any(${ordreIds}) order by "ordreId"`)

/** Returns up to `limit` stock rows after an id, each with the quantity that active reservations hold of it. */
export const listStocksToReconcile = (db: Database, { after, limit }: { after: number; limit: number }) =>
  db.rows(sql<ReconciledStock>`
    with page as materialized (
      select id, "productId", "storeId", reserve from logistics.stock where id > ${after} order by id limit ${limit}),
    promised as (
      select "productId", "storeId", sum(quantite)::bigint as promis
      from logistics.ligne join logistics.reservation using ("ordreId") where statut = 'active' group by 1, 2)
    select page.*, coalesce(promis, 0) as promis from page left join promised using ("productId", "storeId") order by id`)

/**
 * Returns active reservations after an order id. Active reservations are few and have an index; reading in the order of
 * ids would read all reservations.
 */
export const listReservationsToReconcile = (
  db: Database,
  { after, limit }: { after: string; limit: number },
) =>
  db.rows(sql<ReconciledReservation>`
    with active as materialized (
      select "ordreId", "expireLe", "updatedAt" from logistics.reservation where statut = 'active')
    select "ordreId", "expireLe", "updatedAt" from active where "ordreId" > ${after} order by "ordreId" limit ${limit}`)
