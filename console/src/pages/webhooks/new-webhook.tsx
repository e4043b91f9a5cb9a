import { Modal } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../language/language.tsx'
import { partTexts } from '../../parts/texts.ts'
import { Fields } from './form.tsx'
import { webhookTexts } from './texts.ts'
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx'
import { createWebhook, WEBHOOKS } from './webhooks.ts'

/** Asks for the address of a webhook and its events, then shows the secret once. */
export function NewWebhook({ onClose }: { onClose: () => void }) {
  const texts = useTexts(webhookTexts)
  const { cancel } = useTexts(partTexts)
  const client = useQueryClient()
  const making = useMutation({
    mutationFn: createWebhook,
    onSuccess: () => client.invalidateQueries({ queryKey: WEBHOOKS }),
  })
  if (making.data) return <WebhookSecretDialog secret={making.data.secret} onClose={onClose} />
  return (
    <Modal opened onClose={onClose} title={texts.makeTitle} closeButtonProps={{ 'aria-label': cancel }}>
      <Fields
        action={texts.makeAction}
        error={making.error}
        isPending={making.isPending}
        onSave={given => making.mutate(given)}
        onClose={onClose}
      />
    </Modal>
  )
}
