import { Checkbox, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Question } from '../../parts/question.tsx'
import { useCallKey } from '../../sales/call-key.ts'
import { eurosOf } from '../../sales/cents.ts'
import type { Refundable } from '../../sales/refund.tsx'
import { useMay } from '../../shell/session.tsx'
import { moveTexts } from './move-texts.ts'
import { netPaidCents } from './moves.ts'

/**
 * Confirms the cancellation of an order and asks whether to refund what was paid. Before preparation, the operation that
 * customers use does both at once; from then on, the refund follows the cancellation.
 */
export function CancelQuestion({
  file,
  payment,
  onClose,
  onDone,
}: {
  file: Shapes['DossierCommande']
  /** Undefined if the order has none that can be refunded, or the user's rights do not include payments. */
  payment: Refundable | undefined
  onClose: () => void
  onDone: () => unknown
}) {
  const texts = useTexts(moveTexts)
  const { euros } = useFormats()
  const may = useMay()
  const keyOf = useCallKey()
  const [wantsRefund, setWantsRefund] = useState(true)
  // If the refund is refused, repeating the action must not cancel the order a second time.
  const isCancelled = useRef(false)
  const { ordreId, statut } = file
  const paid = netPaidCents(file)
  const amount = euros(paid)
  const isAtOnce = statut === 'EN_ATTENTE' && may('support')
  const canRefund = isAtOnce || (may('support') && payment !== undefined)
  const refunds = canRefund && wantsRefund

  const cancelWithRefund = () =>
    answerOf(
      api.POST('/api/v1/publique/commandes/{ordreId}/annulation', {
        params: { path: { ordreId } },
        headers: keyOf({ ordreId }),
        body: { annuleePar: 'boutique' },
      }),
    )
  async function cancelAlone() {
    if (isCancelled.current) return
    await answerOf(
      api.PATCH('/api/commandes/{ordreId}/statut', {
        params: { path: { ordreId } },
        body: { nouveauStatut: 'ANNULEE', statutActuel: statut },
      }),
    )
    isCancelled.current = true
  }
  async function confirm() {
    if (refunds && isAtOnce) return cancelWithRefund()
    await cancelAlone()
    if (!refunds || !payment) return
    const { transactionId, refundedCents } = payment
    const body = {
      ...{ transactionId, dejaRembourse: eurosOf(refundedCents), source: 'console' },
      motif: texts.cancelReason,
    }
    await answerOf(api.POST('/api/publique/paiement/refund', { body, headers: keyOf(body) }))
  }
  return (
    <Question
      opened
      onClose={onClose}
      title={texts.cancel}
      action={refunds && paid > 0 ? texts.cancelRefundAction(amount) : texts.cancel}
      dismissal={texts.keep}
      onConfirm={() => confirm().finally(onDone)}
      isDangerous
    >
      <Stack gap="sm">
        <Text size="sm" className="wraps">
          {texts.cancelAsk(ordreId)}
        </Text>
        {paid > 0 && canRefund && (
          <Checkbox
            label={texts.refundToo(amount)}
            description={wantsRefund ? undefined : texts.cancelKeeps(amount)}
            checked={wantsRefund}
            onChange={event => setWantsRefund(event.currentTarget.checked)}
          />
        )}
        {paid > 0 && !canRefund && (
          <Text size="sm" fw={600}>
            {texts.cancelKeepsOther(amount)}
          </Text>
        )}
      </Stack>
    </Question>
  )
}
