import type { Database, Tx } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { GroupFigures, GroupSearch, SalesPeriod } from '../schemas.ts'
import { type EventFilter, inStores, refundsOf, salesOf } from './events.ts'

/** A refund of a return has its `retourId`. */
const eventsOf = (filter: EventFilter) => sql`
  select "ordreId", '' as "remboursementId", at, own, 1 as sold, "montantTotalCents" as cents, null::bigint as "retourId",
    null::bigint as "livraisonCents", lignes, "conditionsLivraison", "moyenPaiement", "montantTotalCents"
  from (${salesOf(filter)}) as sale
  union all
  select refund."ordreId", "remboursementId", at, own, 0, refund."montantCents", retour.id, retour."livraisonCents",
    lignes, "conditionsLivraison", "moyenPaiement", "montantTotalCents"
  from (${refundsOf(filter)}) as refund left join orders.retour using ("remboursementId")`

/**
 * Returns a query with the parts of each event: its lines, and last its delivery, which has no `place`. The amount is
 * spread over them in proportion to their prices, that of a return in proportion to what it refunds of them. Each part
 * ends at a rounded sum of the prices so far, so that the parts add up to the amount.
 */
const partsOf = (filter: EventFilter) => sql`
  select "ordreId", "remboursementId", at, own, sold, part.*,
    coalesce("moyenPaiement", case when "montantTotalCents" = 0 then 'gratuit' end, '') as moyen
  from (${eventsOf(filter)}) as event cross join lateral (
    select place, quantite, categories, fournisseur, "end" - lag("end", 1, 0::numeric) over (order by place) as share
    from (
      select place, quantite, categories, fournisseur, case when place is null then cents
        else div(cents::numeric * sum(weight) over (order by place), greatest(sum(weight) over (), 1)) end as "end"
      from (
        select place, quantite, categories, fournisseur, case when "retourId" is not null
          then (select "montantCents" from orders.ligne_retour as returned
            where returned."retourId" = event."retourId" and returned."articleId" = line."articleId")
          else coalesce("totalCents", quantite * "prixUnitaireCents") end as weight
        from rows from (json_to_recordset(lignes) as (
            "articleId" text, quantite bigint, categories text, "prixUnitaireCents" bigint, "totalCents" bigint,
            fournisseur json))
          with ordinality as line ("articleId", quantite, categories, "prixUnitaireCents", "totalCents", fournisseur, place)
        union all
        select null, 0, null, null, coalesce("livraisonCents", ("conditionsLivraison"->>'prixCents')::bigint)) as weighted
    ) as ends) as part`

/** Adds these sales and refunds to the figures by group. An order counts once in each group of its lines. */
export const addGroups = (tx: Tx, filter: EventFilter) =>
  tx.run(sql`
    insert into orders.chiffre_groupe as known
      (jour, "magasinId", groupe, heure, cle, nom, commandes, quantite, "montantCents", "rembourseCents")
    select jour, "magasinId", groupe, heure, cle, (array_agg(nom order by at desc, "ordreId"))[1], sum(sold),
      sum(sold * units), sum(sold * share), sum((1 - sold) * share)
    from (${inStores(sql`
      select "ordreId", at, own, groupe, cle, nom, sold, sum(share) as share, sum(quantite) as units
      from (${partsOf(filter)}) as part cross join lateral (
        select 'paiement' as groupe, moyen as cle, '' as nom
        union all
        select 'categorie', coalesce(categories, ''), coalesce(categories, '') where place is not null
        union all
        select 'fournisseur', coalesce(fournisseur->>'id', ''), coalesce(fournisseur->>'nom', '') where place is not null
        union all
        select 'livraison', '', '' where place is null and share <> 0) as grouped
      group by "ordreId", "remboursementId", at, own, groupe, cle, nom, sold`)}) as events
    group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5
    on conflict (jour, "magasinId", groupe, heure, cle) do update set
      nom = excluded.nom, commandes = known.commandes + excluded.commandes, quantite = known.quantite + excluded.quantite,
      "montantCents" = known."montantCents" + excluded."montantCents",
      "rembourseCents" = known."rembourseCents" + excluded."rembourseCents"`)

export type GroupSum = Omit<GroupFigures['groupes'][number], 'reference'>

/**
 * Returns the figures of each group on these days, of one store or of all together, up to the hour `cut` of the last day.
 * The groups add up to the turnover: what was counted before groups were is one of its own.
 */
export const listGroups = (
  db: Database,
  { du, au }: Pick<SalesPeriod, 'du' | 'au'>,
  { magasinId, cut, par }: { magasinId: number; cut: number; par: GroupSearch['par'] },
) => {
  const natures = par === 'paiement' ? [par] : [par, 'livraison']
  const counts = sql`"magasinId" = ${magasinId} and (jour < ${au} or heure < ${cut})`
  // Each day is looked up in the index, which would otherwise be read for all stores.
  const days = sql`(select generate_series(${du}::date, ${au}::date, '1 day')::date)`
  return db.rows(
    sql<GroupSum>`
    with groups as (
      select groupe as nature, cle, max(nom) as nom, sum(commandes)::bigint as commandes,
        sum(quantite)::bigint as quantite, sum("montantCents" - "rembourseCents")::bigint as cents
      from orders.chiffre_groupe where jour in ${days} and groupe = any(${natures}) and ${counts}
      group by 1, 2)
    select nature, nullif(cle, '') as cle, nullif(nom, '') as nom, commandes, quantite, cents as "chiffreAffairesCents"
    from groups
    union all
    select 'non_reparti', null, null, 0, 0, rest from (
      select coalesce(sum("montantCents" - "rembourseCents"), 0)::bigint
        - coalesce((select sum(cents) from groups), 0)::bigint as rest
      from orders.chiffre_heure where jour in ${days} and ${counts}) as total
    where rest <> 0
    order by 1, 2`.fromReplica(),
  )
}
