import { Button } from '@mantine/core'
import { useState } from 'react'
import { useSearch } from 'wouter'
import type { Shapes } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { centsOf } from '../../sales/cents.ts'
import { type Refundable, RefundQuestion } from '../../sales/refund.tsx'
import type { Withdrawal } from '../../sales/withdrawals.tsx'
import { useMay } from '../../shell/session.tsx'
import { CancelQuestion } from './cancel-question.tsx'
import { linkTexts } from './link-texts.ts'
import { MoveQuestion } from './move-question.tsx'
import { moveTexts } from './move-texts.ts'
import { canReturn, isUnsent, type Move, nextMoves } from './moves.ts'
import { isPayable, PaymentLink } from './payment-link.tsx'
import { ReturnQuestion } from './return-question.tsx'

/** Returns the last of these payments that can be refunded at least in part. */
const refundable = (payments: readonly Shapes['Transaction'][]): Refundable | undefined =>
  payments
    .filter(
      ({ status, transactionRembourseeId, montant, montantRembourse }) =>
        transactionRembourseeId === null &&
        ['accepte', 'paye'].includes(status) &&
        montantRembourse < montant,
    )
    .map(({ id, montant, montantRembourse, moyenPaiement }) => ({
      transactionId: id,
      paidCents: centsOf(montant),
      refundedCents: centsOf(montantRembourse),
      isCash: moyenPaiement.type === 'especes',
    }))
    .at(-1)

type Asked = Move | 'cancel' | 'refund' | 'return' | 'link'

/** Actions that the state of an order and the user's rights allow. */
export function Actions({
  file,
  payments,
  mails,
  withdrawals,
  onDone,
}: {
  file: Shapes['DossierCommande']
  payments: readonly Shapes['Transaction'][]
  /** Undefined while they are unknown or without the right to read them. */
  mails: readonly Shapes['Courriel'][] | undefined
  withdrawals: readonly Withdrawal[]
  onDone: () => unknown
}) {
  const texts = useTexts(moveTexts)
  const links = useTexts(linkTexts)
  const may = useMay()
  const mayLink = may('support', 'till') && isPayable(file)
  // The address says so after an order was taken by telephone.
  const isNew = new URLSearchParams(useSearch()).has('lien')
  const payment = refundable(payments)
  // Act on the state shown when the dialog was opened: later changes do not alter the question.
  const [question, setQuestion] = useState<
    { asked: Asked; file: typeof file; payment: typeof payment } | undefined
  >(isNew && mayLink ? { asked: 'link', file, payment } : undefined)
  const ask = (asked: Asked) => setQuestion({ asked, file, payment })
  const asked = question?.asked
  const close = { onClose: () => setQuestion(undefined), onDone }
  const labelOf = (move: Move) =>
    move === 'LIVREE' && file.livraison.mode === 'retrait' ? texts.collected : texts[move]
  const moves = may('warehouse', 'support') ? nextMoves(file) : []
  return (
    <>
      {moves.map(move => (
        <Button key={move} onClick={() => ask(move)}>
          {labelOf(move)}
        </Button>
      ))}
      {mayLink && (
        <Button variant="default" onClick={() => ask('link')}>
          {links.action}
        </Button>
      )}
      {may('support') && canReturn(file) && (
        <Button variant="default" onClick={() => ask('return')}>
          {texts.takeBack}
        </Button>
      )}
      {may('support') && payment && (
        <Button variant="default" onClick={() => ask('refund')}>
          {texts.refund}
        </Button>
      )}
      {may('warehouse', 'support') && isUnsent(file) && (
        <Button variant="default" onClick={() => ask('cancel')}>
          {texts.cancel}
        </Button>
      )}
      {question && (asked === 'EN_PREPARATION' || asked === 'EXPEDIEE' || asked === 'LIVREE') && (
        <MoveQuestion file={question.file} move={asked} label={labelOf(asked)} {...close} />
      )}
      {asked === 'cancel' && (
        <CancelQuestion file={question?.file ?? file} payment={question?.payment} {...close} />
      )}
      {asked === 'return' && (
        <ReturnQuestion file={question?.file ?? file} withdrawals={withdrawals} {...close} />
      )}
      {asked === 'link' && <PaymentLink file={question?.file ?? file} mails={mails} {...close} />}
      {asked === 'refund' && question?.payment && (
        <RefundQuestion
          opened
          payment={question.payment}
          lines={file.lignes}
          reasons={payments.flatMap(({ motif }) => motif ?? [])}
          {...close}
        />
      )}
    </>
  )
}
