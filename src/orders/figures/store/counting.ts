import type { Tx } from '../../../platform/database/database.ts'
import { acquireLock } from '../../../platform/database/locks.ts'
import { sql } from '../../../platform/database/sql.ts'
import { refundsInStores, salesInStores, type Which } from './events.ts'

/** Until the transaction ends, nobody else counts. */
export const lockFigures = (tx: Tx) => acquireLock(tx, 'orders.figures')

/** Adds these sales and refunds to all figures. The figures are locked. */
export async function addToFigures(tx: Tx, which: Which) {
  await tx.run(sql`
    insert into orders.chiffre_heure as known
      (jour, "magasinId", heure, commandes, "montantCents", "rembourseCents")
    select jour, "magasinId", heure, sum(commandes), sum(montant), sum(rembourse) from (
      select jour, "magasinId", heure, 1 as commandes, "montantTotalCents" as montant, 0 as rembourse
      from (${salesInStores(which)}) as sold
      union all
      select jour, "magasinId", heure, 0, 0, "montantCents" from (${refundsInStores(which)}) as refunded) as events
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (jour, "magasinId", heure) do update set
      commandes = known.commandes + excluded.commandes,
      "montantCents" = known."montantCents" + excluded."montantCents",
      "rembourseCents" = known."rembourseCents" + excluded."rembourseCents"`)
  await addArticles(tx, which)
  await addPromotions(tx, which)
}

/**
 * What reference does not know has no name of ours, and is left out. Lines of orders from before decision 60 do not say what
 * was paid for them: they count at their price.
 */
const addArticles = (tx: Tx, which: Which) =>
  tx.run(sql`
    insert into orders.chiffre_article as known (jour, "magasinId", "articleId", nom, quantite, "montantCents")
    select jour, "magasinId", line->>'articleId', (array_agg(line->>'nom' order by at desc, "ordreId"))[1],
      sum((line->>'quantite')::bigint),
      sum(coalesce((line->>'totalCents')::bigint, (line->>'quantite')::bigint * (line->>'prixUnitaireCents')::bigint))
    from (${salesInStores(which)}) as sold cross join lateral json_array_elements(lignes) as lines (line)
    where (line->>'connu')::boolean
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (jour, "magasinId", "articleId") do update set
      nom = excluded.nom, quantite = known.quantite + excluded.quantite,
      "montantCents" = known."montantCents" + excluded."montantCents"`)

const addPromotions = (tx: Tx, which: Which) =>
  tx.run(sql`
    insert into orders.chiffre_promotion as known
      (jour, "magasinId", "promotionId", commandes, "remiseCents", "montantCents")
    select jour, "magasinId", (taken->>'promotionId')::bigint, count(*), sum((taken->>'montantCents')::bigint),
      sum("montantTotalCents")
    from (${salesInStores(which)}) as sold cross join lateral json_array_elements(remises) as discounts (taken)
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (jour, "magasinId", "promotionId") do update set
      commandes = known.commandes + excluded.commandes, "remiseCents" = known."remiseCents" + excluded."remiseCents",
      "montantCents" = known."montantCents" + excluded."montantCents"`)

const TABLES = ['chiffre_heure', 'chiffre_article', 'chiffre_promotion'] as const

/** Empties the figures of a day. */
export async function clearDay(tx: Tx, jour: string) {
  for (const table of TABLES)
    await tx.run(sql`delete from orders.${sql.identifier(table)} where jour = ${jour}`)
}
