import type { Database, Tx } from '../../../platform/database/database.ts'
import { acquireLock } from '../../../platform/database/locks.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { FiguresRebuild } from '../schemas.ts'
import { type EventFilter, refundsInStores, salesInStores } from './events.ts'
import { addGroups } from './groups.ts'
import { MAX_RANKED } from './reading.ts'

/** Blocks other transactions from counting until this one ends. */
export const lockFigures = (tx: Tx) => acquireLock(tx, 'orders.figures')

/** Adds these sales and refunds to all figures. The caller holds the lock. */
export async function addToFigures(tx: Tx, filter: EventFilter) {
  await tx.run(sql`
    insert into orders.chiffre_heure as known
      (jour, "magasinId", heure, commandes, "montantCents", "rembourseCents")
    select jour, "magasinId", heure, sum(commandes), sum(montant), sum(rembourse) from (
      select jour, "magasinId", heure, 1 as commandes, "montantTotalCents" as montant, 0 as rembourse
      from (${salesInStores(filter)}) as sold
      union all
      select jour, "magasinId", heure, 0, 0, "montantCents" from (${refundsInStores(filter)}) as refunded) as events
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (jour, "magasinId", heure) do update set
      commandes = known.commandes + excluded.commandes,
      "montantCents" = known."montantCents" + excluded."montantCents",
      "rembourseCents" = known."rembourseCents" + excluded."rembourseCents"`)
  await addArticles(tx, filter)
  await addPromotions(tx, filter)
  await addGroups(tx, filter)
}

/**
 * Unknown products are left out. Older lines have no price after promotions (decision 12) and count at their
 * undiscounted price.
 */
const addArticles = (tx: Tx, filter: EventFilter) =>
  tx.run(sql`
    insert into orders.chiffre_article as known (jour, "magasinId", "articleId", nom, quantite, "montantCents")
    select jour, "magasinId", line->>'articleId', (array_agg(line->>'nom' order by at desc, "ordreId"))[1],
      sum((line->>'quantite')::bigint),
      sum(coalesce((line->>'totalCents')::bigint, (line->>'quantite')::bigint * (line->>'prixUnitaireCents')::bigint))
    from (${salesInStores(filter)}) as sold cross join lateral json_array_elements(lignes) as lines (line)
    where (line->>'connu')::boolean
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (jour, "magasinId", "articleId") do update set
      nom = excluded.nom, quantite = known.quantite + excluded.quantite,
      "montantCents" = known."montantCents" + excluded."montantCents"`)

const addPromotions = (tx: Tx, filter: EventFilter) =>
  tx.run(sql`
    insert into orders.chiffre_promotion as known
      (jour, "magasinId", "promotionId", commandes, "remiseCents", "montantCents")
    select jour, "magasinId", (taken->>'promotionId')::bigint, count(*), sum((taken->>'montantCents')::bigint),
      sum("montantTotalCents")
    from (${salesInStores(filter)}) as sold cross join lateral json_array_elements(remises) as discounts (taken)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (jour, "magasinId", "promotionId") do update set
      commandes = known.commandes + excluded.commandes, "remiseCents" = known."remiseCents" + excluded."remiseCents",
      "montantCents" = known."montantCents" + excluded."montantCents"`)

const TABLES = ['chiffre_heure', 'chiffre_article', 'chiffre_promotion', 'chiffre_groupe'] as const

export async function clearDay(tx: Tx, jour: string) {
  for (const table of TABLES)
    await tx.run(sql`delete from orders.${sql.identifier(table)} where jour = ${jour}`)
}

const dayOf = (moment: ReturnType<typeof sql>) => sql`(${moment} at time zone 'Europe/Paris')::date`

/**
 * Starts a rebuild from the first day with a sale or a figure to today, or to the last day with a figure if that is
 * later. Does nothing while one runs.
 */
export const beginRebuild = (tx: Tx, now: Date) =>
  tx.run(sql`
    insert into orders.reconstruction (prochain, dernier, "demandeeLe")
    select
      least(
        (select min(jour) from orders.chiffre_heure),
        (select ${dayOf(sql`min("confirmeeLe")`)} from orders.commande),
        ${dayOf(sql`${now}::timestamptz`)}),
      greatest((select max(jour) from orders.chiffre_heure), ${dayOf(sql`${now}::timestamptz`)}),
      ${now}
    on conflict do nothing`)

export const listRebuilds = (db: Database, limit: number) =>
  db.rows(sql<FiguresRebuild>`
    select id, prochain, dernier, "demandeeLe", "finieLe" from orders.reconstruction order by id desc limit ${limit}`)

/** Advances a rebuild by a day, and ends it after its last day. Returns false if another process has advanced it. */
export const advanceRebuild = async (tx: Tx, { id, prochain }: FiguresRebuild, now: Date) =>
  (await tx.run(sql`
    update orders.reconstruction
    set prochain = prochain + 1, "finieLe" = case when prochain >= dernier then ${now}::timestamptz end
    where id = ${id} and prochain = ${prochain} and "finieLe" is null`)) === 1

/** Deletes the figures of articles below the best sellers of each store and day, from `first` to `last`. */
export const trimArticles = (tx: Tx, first: string, last: string) =>
  tx.run(sql`
    delete from orders.chiffre_article as article using (
      select jour, "magasinId", "articleId", row_number() over (
        partition by jour, "magasinId" order by quantite desc, "montantCents" desc, "articleId") as place
      from orders.chiffre_article where jour between ${first} and ${last}) as ranked
    where place > ${MAX_RANKED} and article.jour = ranked.jour and article."magasinId" = ranked."magasinId"
      and article."articleId" = ranked."articleId"`)
