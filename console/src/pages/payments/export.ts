import { writeEuros, writeMoment } from '../../parts/exports/csv.ts'
import { defineColumns } from '../../parts/exports/read-all.ts'
import { centsOf } from '../../sales/cents.ts'
import { salesTexts } from '../../sales/texts.ts'
import { isRefund, type Payment } from './table.tsx'

const words = salesTexts.fr

export const paymentColumns = defineColumns<Payment>({
  Numéro: ({ id }) => id,
  Nature: payment => (isRefund(payment) ? words.refund : words.payment),
  Date: ({ createdAt }) => writeMoment(createdAt),
  Commande: ({ orderId }) => orderId,
  'N° client': ({ clientId }) => clientId,
  Moyen: ({ moyenPaiement: { type } }) => words[type],
  Carte: ({ moyenPaiement: { brand, last4 } }) => (last4 ? `${brand ?? ''} •••• ${last4}`.trim() : ''),
  Autorisation: ({ authorizationId }) => authorizationId,
  État: ({ status }) => (status === 'paye' ? words.transaction_paye : words[status]),
  'Montant (€)': payment => writeEuros((isRefund(payment) ? -1 : 1) * centsOf(payment.montant)),
  'Remboursé (€)': ({ montantRembourse }) => writeEuros(centsOf(montantRembourse)),
  Devise: ({ devise }) => devise,
  'Paiement remboursé': ({ transactionRembourseeId }) => transactionRembourseeId,
  Motif: ({ motif }) => motif,
  Litige: ({ litige }) => litige,
})
