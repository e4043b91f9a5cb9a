import { Stack, Text, Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, ComptoirError } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { useNotify } from '../../parts/notify.ts'
import { Question } from '../../parts/question.tsx'
import { shortOrder } from '../../sales/links.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { WITHDRAWALS, WITHDRAWALS_PATH, type Withdrawal } from '../../sales/withdrawals.tsx'
import { pageTexts } from './texts.ts'

export type Decision = 'acceptee' | 'refusee'

/** Confirms the acceptance of a withdrawal, or its refusal with a reason. */
export function DecisionQuestion({
  withdrawal: { id, ordreId },
  decision,
  onClose,
}: {
  withdrawal: Withdrawal
  decision: Decision
  onClose: () => void
}) {
  const texts = useTexts(pageTexts)
  const { changedMeanwhile } = useTexts(salesTexts)
  const client = useQueryClient()
  const { done } = useNotify()
  const [reason, setReason] = useState('')
  const isRefusal = decision === 'refusee'
  const motif = reason.trim()

  async function decide() {
    try {
      const { statut } = await answerOf(
        api.PATCH(`${WITHDRAWALS_PATH}/{id}`, {
          params: { path: { id } },
          body: { statut: decision, ...(motif && { motif }) },
        }),
      )
      done(isRefusal ? texts.refused : statut === 'remboursee' ? texts.acceptedRefunded : texts.accepted)
    } catch (error) {
      const code = error instanceof ComptoirError ? error.code : undefined
      if (code === 'statut-incompatible') throw new Error(changedMeanwhile)
      if (code === 'commande-inconnue') throw new Error(texts.orderMissing)
      throw error
    } finally {
      // Also after a refusal, because another user may have decided first.
      void client.invalidateQueries({ queryKey: WITHDRAWALS })
      void client.invalidateQueries({ queryKey: ['order', ordreId] })
    }
  }

  return (
    <Question
      opened
      onClose={onClose}
      title={isRefusal ? texts.refuseTitle : texts.acceptTitle}
      action={isRefusal ? texts.refuseOf(shortOrder(ordreId)) : texts.acceptOf(shortOrder(ordreId))}
      onConfirm={decide}
      isReady={!isRefusal || motif !== ''}
      isDangerous
    >
      <Stack gap="sm">
        <Text size="sm">{isRefusal ? texts.refuseHint : texts.acceptHint}</Text>
        <Textarea
          label={isRefusal ? texts.refuseReason : texts.acceptReason}
          withAsterisk={isRefusal}
          value={reason}
          onChange={event => setReason(event.currentTarget.value)}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
        />
      </Stack>
    </Question>
  )
}
