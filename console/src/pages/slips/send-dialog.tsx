import { Alert, Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { partTexts } from '../../parts/texts.ts'
import { useMoves } from './move.ts'
import { addressLine, countMissing, type Slip } from './slips.ts'
import { slipTexts } from './texts.ts'

/** Asks for the tracking number of a parcel. A barcode scanner types it and ends with Enter. */
export function SendDialog({ slip, onClose }: { slip: Slip; onClose: () => void }) {
  const texts = useTexts(slipTexts)
  const { cancel } = useTexts(partTexts)
  const [tracking, setTracking] = useState('')
  const { send } = useMoves()
  const sending = useMutation({ mutationFn: () => send(slip, tracking.trim()), onSuccess: onClose })
  return (
    <Modal
      opened
      onClose={() => !sending.isPending && onClose()}
      title={texts.sendTitle(slip.numero)}
      closeButtonProps={{ 'aria-label': cancel }}
    >
      <form
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          if (!sending.isPending) sending.mutate()
        }}
      >
        <Stack>
          <Text size="sm">{addressLine(slip.adresseLivraison)}</Text>
          {countMissing(slip) > 0 && <Alert color="orange">{texts.incompleteWarning}</Alert>}
          <TextInput
            label={texts.tracking}
            description={texts.trackingHint}
            value={tracking}
            onChange={event => setTracking(event.currentTarget.value)}
            required
            maxLength={200}
            autoComplete="off"
            data-autofocus
          />
          {sending.error && <ErrorAlert error={sending.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={sending.isPending}>
              {cancel}
            </Button>
            <Button type="submit" loading={sending.isPending} disabled={tracking.trim() === ''}>
              {texts.sendAction(slip.numero)}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
