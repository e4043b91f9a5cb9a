import { Stack, Text } from '@mantine/core'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Question } from '../../parts/question.tsx'
import { useCallKey } from '../../sales/call-key.ts'
import { useMay } from '../../shell/session.tsx'
import { moveTexts } from './move-texts.ts'
import { netPaidCents } from './moves.ts'

/**
 * Confirms the cancellation of an order. Before preparation, users with the right to refund use the operation that
 * customers use, by which the platform also refunds the payment. Any other cancellation only returns goods to stock.
 */
export function CancelQuestion({
  file,
  onClose,
  onDone,
}: {
  file: Shapes['DossierCommande']
  onClose: () => void
  onDone: () => unknown
}) {
  const texts = useTexts(moveTexts)
  const { euros } = useFormats()
  const may = useMay()
  const keyOf = useCallKey()
  const { ordreId, statut } = file
  const kept = netPaidCents(file)
  const amount = euros(kept)
  const refunds = statut === 'EN_ATTENTE' && may('support')

  const cancelWithRefund = () =>
    answerOf(
      api.POST('/api/v1/publique/commandes/{ordreId}/annulation', {
        params: { path: { ordreId } },
        headers: keyOf({ ordreId }),
        body: { annuleePar: 'boutique' },
      }),
    )
  const cancelAlone = () =>
    answerOf(
      api.PATCH('/api/commandes/{ordreId}/statut', {
        params: { path: { ordreId } },
        body: { nouveauStatut: 'ANNULEE', statutActuel: statut },
      }),
    )
  return (
    <Question
      opened
      onClose={onClose}
      title={texts.cancel}
      action={refunds && kept > 0 ? texts.cancelRefundAction(amount) : texts.cancel}
      onConfirm={() => (refunds ? cancelWithRefund() : cancelAlone()).finally(onDone)}
      isDangerous
    >
      <Stack gap="sm">
        <Text size="sm" className="wraps">
          {texts.cancelAsk(ordreId)}
        </Text>
        {kept > 0 && (
          <Text size="sm" fw={600}>
            {refunds
              ? texts.cancelRefunds(amount)
              : may('support')
                ? texts.cancelKeeps(amount)
                : texts.cancelKeepsOther(amount)}
          </Text>
        )}
      </Stack>
    </Question>
  )
}
