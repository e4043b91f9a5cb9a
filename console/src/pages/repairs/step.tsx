import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { useNotify } from '../../parts/notify.ts'
import { Question } from '../../parts/question.tsx'
import { nextStep, REPAIRS, type Repair, readRepair, recordEvent } from './repairs.ts'
import { repairTexts } from './texts.ts'

/** Records the next step, unless another user has recorded one since. */
export function NextStep({ repair }: { repair: Repair }) {
  const texts = useTexts(repairTexts)
  const client = useQueryClient()
  const { done, warn } = useNotify()
  const [isAsked, ask] = useState(false)
  const { id, ticketId, statut } = repair
  const step = nextStep(statut)
  if (!step) return null

  async function record(next: NonNullable<typeof step>) {
    const now = await readRepair(id)
    if (now.statut !== statut) warn(texts.meanwhile(ticketId, texts[now.statut ?? 'SANS_EVENEMENT']))
    else {
      await recordEvent(ticketId, next)
      done(texts.recorded(ticketId, texts[next]))
    }
    await client.invalidateQueries({ queryKey: REPAIRS })
  }

  return (
    <>
      <Button
        size="xs"
        variant="default"
        onClick={() => ask(true)}
        aria-label={`${texts[step]} : ${ticketId}`}
      >
        {texts[step]}
      </Button>
      <Question
        opened={isAsked}
        onClose={() => ask(false)}
        title={texts.confirm(texts[step], ticketId)}
        action={texts.record(texts[step])}
        onConfirm={() => record(step)}
      >
        <Text size="sm">{texts.confirmHint}</Text>
      </Question>
    </>
  )
}
