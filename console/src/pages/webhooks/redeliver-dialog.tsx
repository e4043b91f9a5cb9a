import { Text, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { useNotify } from '../../parts/notify.ts'
import { Question } from '../../parts/question.tsx'
import { deliveryTexts } from './texts.ts'
import { redeliver, WEBHOOKS, type Webhook } from './webhooks.ts'

const A_WEEK_MS = 7 * 86_400_000

/** Asks for a date, and schedules another attempt of each failed delivery created since then. */
export function RedeliverDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const texts = useTexts(deliveryTexts)
  const { count } = useFormats()
  const tell = useNotify()
  const client = useQueryClient()
  const [since, setSince] = useState(() => new Date(Date.now() - A_WEEK_MS).toISOString().slice(0, 10))
  return (
    <Question
      opened
      onClose={onClose}
      title={texts.againAllTitle}
      action={texts.againAllAction}
      isReady={since !== ''}
      onConfirm={async () => {
        const { nombre } = await redeliver(webhook.id, { depuis: since })
        tell.done(texts.againCount(count(nombre)))
        await client.invalidateQueries({ queryKey: WEBHOOKS })
      }}
    >
      <Text size="sm">{texts.againAllHint}</Text>
      <TextInput
        type="date"
        label={texts.since}
        value={since}
        onChange={event => setSince(event.currentTarget.value)}
      />
    </Question>
  )
}
