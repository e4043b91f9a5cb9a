import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Question } from '../../parts/question.tsx'
import { centsOf } from '../../sales/cents.ts'
import { RefundQuestion } from '../../sales/refund.tsx'
import { isRefund, type Payment } from './table.tsx'
import { paymentTexts } from './texts.ts'

/** Refunds a completed payment or cancels a pending one. */
export function PaymentActions({ payment, onDone }: { payment: Payment; onDone: () => unknown }) {
  const texts = useTexts(paymentTexts)
  const { euros } = useFormats()
  // Act on the state shown when the dialog was opened.
  const [asked, setAsked] = useState<Payment>()
  const { id, status, montant, montantRembourse, orderId } = payment
  const close = () => setAsked(undefined)
  if (isRefund(payment)) return null
  const amount = euros(centsOf(montant))
  if (status === 'en_attente' || asked?.status === 'en_attente')
    return (
      <>
        <Button variant="default" onClick={() => setAsked(payment)}>
          {texts.cancel}
        </Button>
        {asked && (
          <Question
            opened
            onClose={close}
            title={texts.cancel}
            action={texts.cancelAction(amount)}
            dismissal={texts.keep}
            onConfirm={() =>
              answerOf(
                api.PATCH('/api/v1/publique/transactions/{id}', {
                  params: { path: { id } },
                  body: { status: 'annule', orderId },
                }),
              ).finally(onDone)
            }
            isDangerous
          >
            <Text size="sm">{texts.cancelAsk(amount)}</Text>
          </Question>
        )}
      </>
    )
  const isMade = status === 'accepte' || status === 'paye'
  if (!asked && !(isMade && montantRembourse < montant)) return null
  return (
    <>
      <Button variant="default" onClick={() => setAsked(payment)}>
        {texts.refund}
      </Button>
      {asked && (
        <RefundQuestion
          opened
          onClose={close}
          onDone={onDone}
          payment={{
            transactionId: id,
            paidCents: centsOf(asked.montant),
            refundedCents: centsOf(asked.montantRembourse),
            isCash: asked.moyenPaiement.type === 'especes',
          }}
        />
      )}
    </>
  )
}
