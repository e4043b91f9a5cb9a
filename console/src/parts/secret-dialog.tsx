import { Alert, Button, Code, CopyButton, Group, Modal, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

/** Shows a secret once. Only its button closes the dialog, because the secret cannot be shown again. */
export function SecretDialog({
  title,
  secret,
  close,
  onClose,
  children,
}: {
  title: string
  secret: string
  close: string
  onClose: () => void
  children?: ReactNode
}) {
  const texts = useTexts(partTexts)
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={title}
    >
      <Stack>
        <Alert color="orange">{texts.shownOnce}</Alert>
        {children}
        <Code block className="wraps">
          {secret}
        </Code>
        <Group justify="flex-end" gap="xs">
          <CopyButton value={secret} timeout={3_000}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? texts.copied : texts.copy}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{close}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
