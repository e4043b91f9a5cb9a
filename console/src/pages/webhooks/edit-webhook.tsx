import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ComptoirError } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { partTexts } from '../../parts/texts.ts'
import { Fields } from './form.tsx'
import { webhookTexts } from './texts.ts'
import { changeWebhook, WEBHOOKS, type Webhook, type WebhookForm } from './webhooks.ts'

/** Saves a webhook only if it is unchanged since the form was opened, so that it overwrites no change of another user. */
export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const texts = useTexts(webhookTexts)
  const { cancel } = useTexts(partTexts)
  const client = useQueryClient()
  const [seen] = useState(webhook)
  const saving = useMutation({
    mutationFn: async (given: WebhookForm) => {
      await changeWebhook(seen, given)
      await client.invalidateQueries({ queryKey: WEBHOOKS })
    },
    onSuccess: onClose,
  })
  const isChanged = saving.error instanceof ComptoirError && saving.error.status === 412
  return (
    <Modal opened onClose={onClose} title={texts.editTitle} closeButtonProps={{ 'aria-label': cancel }}>
      <Fields
        before={seen}
        action={texts.save}
        error={isChanged ? new Error(texts.changed) : saving.error}
        isPending={saving.isPending}
        onSave={given => saving.mutate(given)}
        onClose={onClose}
      />
    </Modal>
  )
}
