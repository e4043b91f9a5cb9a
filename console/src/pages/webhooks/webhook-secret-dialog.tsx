import { Text } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { webhookTexts } from './texts.ts'

export function WebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const texts = useTexts(webhookTexts)
  return (
    <SecretDialog title={texts.secretTitle} secret={secret} close={texts.kept} onClose={onClose}>
      <Text size="sm">{texts.secretFor}</Text>
    </SecretDialog>
  )
}
