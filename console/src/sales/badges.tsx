import { Badge } from '@mantine/core'
import type { Shapes } from '../api/client.ts'
import { useTexts } from '../language/language.tsx'
import { salesTexts } from './texts.ts'

export type OrderStatus = Shapes['StatutCommande']
export type OrderPayment = Shapes['PaiementCommande']['statut']
export type PaymentStatus = Shapes['StatutPaiement']

const ORDER_COLOURS: Record<OrderStatus, string> = {
  EN_ATTENTE: 'gray',
  EN_PREPARATION: 'blue',
  EXPEDIEE: 'indigo',
  LIVREE: 'teal',
  ANNULEE: 'red',
}
const PAID_COLOURS: Record<OrderPayment, string> = {
  aucun: 'gray',
  en_attente: 'yellow',
  paye: 'teal',
  rembourse_en_partie: 'orange',
  rembourse: 'red',
}
const PAYMENT_COLOURS: Record<PaymentStatus, string> = {
  en_attente: 'yellow',
  accepte: 'teal',
  paye: 'teal',
  refuse: 'red',
  annule: 'gray',
}

/** The default style of colored badges has too little contrast for small text. */
const look = { variant: 'default', tt: 'none', fw: 600, radius: 'sm', miw: 'max-content' } as const

export const Dot = ({ colour, children }: { colour: string; children: string }) => (
  <Badge
    {...look}
    leftSection={<span className="dot" style={{ background: `var(--mantine-color-${colour}-6)` }} />}
  >
    {children}
  </Badge>
)

/** The state of an order; one that waits and is paid is to be prepared. */
export function OrderBadge({
  of: { statut, paiement },
}: {
  of: Pick<Shapes['Commande'], 'statut' | 'paiement'>
}) {
  const texts = useTexts(salesTexts)
  const isPaid = paiement.statut === 'paye' || paiement.statut === 'rembourse_en_partie'
  if (statut === 'EN_ATTENTE' && isPaid) return <Dot colour="yellow">{texts.toPrepare}</Dot>
  return <Dot colour={ORDER_COLOURS[statut]}>{texts[statut]}</Dot>
}

/** Whether an order is cancelled while a part of what was paid is not refunded. */
export const isHoldingMoney = ({ statut, paiement }: Pick<Shapes['Commande'], 'statut' | 'paiement'>) =>
  statut === 'ANNULEE' && paiement.payeCents > paiement.rembourseCents

export function ToRefundBadge() {
  const texts = useTexts(salesTexts)
  return <Dot colour="red">{texts.toRefund}</Dot>
}

export function PaidBadge({ state }: { state: OrderPayment }) {
  const texts = useTexts(salesTexts)
  return (
    <Dot colour={PAID_COLOURS[state]}>
      {state === 'en_attente' ? texts.paiement_en_attente : texts[state]}
    </Dot>
  )
}

export function PaymentBadge({ status }: { status: PaymentStatus }) {
  const texts = useTexts(salesTexts)
  return (
    <Dot colour={PAYMENT_COLOURS[status]}>{status === 'paye' ? texts.transaction_paye : texts[status]}</Dot>
  )
}
