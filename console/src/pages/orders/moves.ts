import type { Shapes } from '../../api/client.ts'

type File = Shapes['DossierCommande']
export type Move = 'EN_PREPARATION' | 'EXPEDIEE' | 'LIVREE'

/** Usual next statuses of an order. The server accepts any. */
export function nextMoves({ statut, confirmeeLe, livraison }: File): Move[] {
  switch (statut) {
    // An unpaid order is not prepared.
    case 'EN_ATTENTE':
      return confirmeeLe ? ['EN_PREPARATION'] : []
    // An order collected in a store is not shipped.
    case 'EN_PREPARATION':
      return livraison.mode === 'retrait' ? ['LIVREE'] : ['EXPEDIEE']
    case 'EXPEDIEE':
      return ['LIVREE']
    default:
      return []
  }
}

/** Whether an order can be cancelled and its recipient corrected. Shipped orders are returned instead. */
export const isUnsent = ({ statut }: File) => statut === 'EN_ATTENTE' || statut === 'EN_PREPARATION'

export const canReturn = ({ statut, articlesCommandes }: File) =>
  statut === 'LIVREE' && articlesCommandes.some(({ retournables }) => retournables.length > 0)

export const netPaidCents = ({ paiement }: File) => paiement.payeCents - paiement.rembourseCents
