import { Alert, Button, Code, CopyButton, Group, Modal, Stack, Text } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { webhookTexts } from './texts.ts'

/** It is not closed by a stray click: nothing brings it back. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const texts = useTexts(webhookTexts)
  return (
    <Modal
      opened
      onClose={() => {}}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={texts.secretTitle}
    >
      <Stack>
        <Alert color="orange">{texts.secretOnce}</Alert>
        <Text size="sm">{texts.secretFor}</Text>
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
          <Button onClick={onClose}>{texts.kept}</Button>
        </Group>
      </Stack>
    </Modal>
  )
}
