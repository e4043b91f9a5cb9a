import type { Database } from '../../platform/database/database.ts'
import { sql } from '../../platform/database/sql.ts'
import { paymentColumn } from '../store/payments.ts'
import type { PaymentRow } from '../tables.ts'
import type { ReconciledOrder } from './schemas.ts'

export type ReconciledRow = Omit<
  ReconciledOrder,
  'invite' | 'confirmeeLe' | 'paiement' | 'factureAttendue' | 'livraisonCents'
> & {
  confirmeeLe: Date | null
  paiement: PaymentRow | null
  livraisonCents: number | null
  facturesDepuis: Date | null
}

/**
 * Returns the orders with these ids, or the next ones after an id, each with its payment, returns and documents.
 * `changeeLe` is the time of the latest change of the order, its refunds, returns or documents.
 */
export const listOrdersToReconcile = (
  db: Database,
  which: { after: string; limit: number } | { ids: string[] },
) =>
  db.rows(sql<ReconciledRow>`
    select "ordreId", statut, "clientId", livraison, "montantTotalCents", "transactionId", "confirmeeLe", "expedieeLe",
      "livreeLe", "createdAt", lignes, ${paymentColumn},
      ("conditionsLivraison"->>'prixCents')::bigint as "livraisonCents",
      greatest("updatedAt", refunds.last, returns.last, documents.last) as "changeeLe",
      returns."unitesRetournees", returns."unitesRemisesEnStock", "facturesDepuis", documents."factureCents",
      documents."avoirsCents", (
        select count(*) from orders.utilisation_code as use where use."ordreId" = commande."ordreId") as "codesTenus",
      case when statut = 'ANNULEE' then 0 when "confirmeeLe" is not null and not exists (
        select from orders.changement_statut as change
        where change."ordreId" = commande."ordreId" and change.statut = 'ANNULEE')
      then coalesce(json_array_length(codes), 0) end as "codesAttendus"
    from orders.commande
    cross join (
      select min("emiseLe") as "facturesDepuis" from orders.piece where nature = 'facture') as issued
    cross join lateral (
      select max(refund."createdAt") as last from orders.remboursement as refund
      where refund."ordreId" = commande."ordreId") as refunds
    cross join lateral (
      select coalesce(sum(quantite), 0)::bigint as "unitesRetournees",
        coalesce(sum(quantite) filter (where "remisEnStock" and "termineLe" is not null), 0)::bigint as "unitesRemisesEnStock",
        max(coalesce("termineLe", retour."createdAt")) as last
      from orders.retour join orders.ligne_retour on "retourId" = id
      where retour."ordreId" = commande."ordreId") as returns
    cross join lateral (
      select (sum(cents) filter (where nature = 'facture'))::bigint as "factureCents",
        coalesce(sum(cents) filter (where nature = 'avoir'), 0)::bigint as "avoirsCents", max("emiseLe") as last
      from (
        select nature, "emiseLe", (contenu->'totaux'->>'ttcCents')::bigint as cents from orders.piece
        where piece."ordreId" = commande."ordreId") as piece) as documents
    where ${'ids' in which ? sql`"ordreId" = any(${which.ids})` : sql`"ordreId" > ${which.after}`}
    order by "ordreId" limit ${'ids' in which ? which.ids.length : which.limit}`)
