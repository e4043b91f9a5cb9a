import type { Shapes } from '../api/client.ts'
import { defineTexts, useTexts } from '../language/language.tsx'
import { Dot } from './badges.tsx'

export type Withdrawal = Shapes['Retractation']
export type WithdrawalStatus = Withdrawal['statut']

export const WITHDRAWALS = ['withdrawals']
export const WITHDRAWALS_PATH = '/api/v1/privee/retractations'
export const WITHDRAWAL_STATUSES = ['a_verifier', 'acceptee', 'refusee', 'remboursee'] as const

export const withdrawalTexts = defineTexts({
  fr: { a_verifier: 'À vérifier', acceptee: 'Acceptée', refusee: 'Refusée', remboursee: 'Remboursée' },
  en: { a_verifier: 'To check', acceptee: 'Accepted', refusee: 'Refused', remboursee: 'Refunded' },
})

const COLOURS: Record<WithdrawalStatus, string> = {
  a_verifier: 'yellow',
  acceptee: 'blue',
  refusee: 'red',
  remboursee: 'teal',
}

export function WithdrawalBadge({ status }: { status: WithdrawalStatus }) {
  const texts = useTexts(withdrawalTexts)
  return <Dot colour={COLOURS[status]}>{texts[status]}</Dot>
}
