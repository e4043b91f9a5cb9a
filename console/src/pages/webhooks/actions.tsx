import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { useNotify } from '../../parts/notify.ts'
import { Question } from '../../parts/question.tsx'
import { EditWebhook } from './edit-webhook.tsx'
import { webhookTexts } from './texts.ts'
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx'
import {
  changeWebhook,
  deleteWebhook,
  rotateSecret,
  testWebhook,
  WEBHOOKS,
  type Webhook,
} from './webhooks.ts'

type Asked = 'edit' | 'rotate' | 'remove'

export function Actions({ webhook }: { webhook: Webhook }) {
  const texts = useTexts(webhookTexts)
  const tell = useNotify()
  const client = useQueryClient()
  const [, go] = useLocation()
  const [asked, ask] = useState<Asked>()
  const [secret, show] = useState<string>()
  const { id, actif } = webhook
  const onSuccess = () => client.invalidateQueries({ queryKey: WEBHOOKS })
  const trying = useMutation({
    mutationFn: () => testWebhook(id),
    onSuccess: () => {
      tell.done(texts.attempted)
      return onSuccess()
    },
  })
  const switching = useMutation({ mutationFn: () => changeWebhook(webhook, { actif: !actif }), onSuccess })
  const fault = trying.error ?? switching.error
  const close = () => ask(undefined)
  return (
    <>
      {actif && (
        <Button onClick={() => trying.mutate()} loading={trying.isPending}>
          {texts.attempt}
        </Button>
      )}
      <Button
        variant={actif ? 'default' : 'filled'}
        onClick={() => switching.mutate()}
        loading={switching.isPending}
      >
        {actif ? texts.pause : texts.resume}
      </Button>
      <Button variant="default" onClick={() => ask('edit')}>
        {texts.edit}
      </Button>
      <Button variant="default" onClick={() => ask('rotate')}>
        {texts.rotate}
      </Button>
      <Button variant="default" onClick={() => ask('remove')}>
        {texts.remove}
      </Button>
      {fault && <ErrorAlert error={fault} />}
      {asked === 'edit' && <EditWebhook webhook={webhook} onClose={close} />}
      <Question
        opened={asked === 'rotate'}
        onClose={close}
        title={texts.rotateTitle}
        action={texts.rotateAction}
        onConfirm={async () => show((await rotateSecret(id)).secret)}
      >
        <Text size="sm">{texts.rotateHint}</Text>
      </Question>
      {secret !== undefined && (
        <WebhookSecretDialog
          secret={secret}
          onClose={() => {
            show(undefined)
            void onSuccess()
          }}
        />
      )}
      <Question
        opened={asked === 'remove'}
        onClose={close}
        title={texts.removeTitle}
        action={texts.removeAction}
        isDangerous
        onConfirm={async () => {
          await deleteWebhook(id)
          go('/')
          await onSuccess()
        }}
      >
        <Text size="sm">{texts.removeHint}</Text>
      </Question>
    </>
  )
}
