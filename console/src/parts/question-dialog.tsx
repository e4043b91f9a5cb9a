import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTexts } from '../language/language.tsx'
import { ErrorAlert } from './error-alert.tsx'
import type { QuestionProps } from './question.tsx'
import { partTexts } from './texts.ts'

export default function QuestionDialog({
  opened,
  onClose,
  title,
  children,
  action,
  onConfirm,
  isDangerous = false,
  isReady = true,
  dismissal,
}: QuestionProps) {
  const texts = useTexts(partTexts)
  const confirm = useMutation({ mutationFn: onConfirm, onSuccess: onClose })
  const close = () => {
    if (confirm.isPending) return
    confirm.reset()
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={title}
      closeButtonProps={{ 'aria-label': dismissal ?? texts.cancel }}
    >
      <Stack>
        {children}
        {confirm.error && <ErrorAlert error={confirm.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={close} disabled={confirm.isPending}>
            {dismissal ?? texts.cancel}
          </Button>
          <Button
            color={isDangerous ? 'red' : undefined}
            onClick={() => confirm.mutate()}
            loading={confirm.isPending}
            disabled={!isReady}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
