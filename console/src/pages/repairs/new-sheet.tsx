import { Button, Group, Modal, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { partTexts } from '../../parts/texts.ts'
import { REPAIRS } from './repairs.ts'
import { repairTexts } from './texts.ts'

const EMPTY = { ticketId: '', idClient: '', idProduit: '', motif: '', origine: '', adresseClient: '' }

/** Creates the repair sheet of a ticket. */
export function NewSheet({ onClose }: { onClose: () => void }) {
  const texts = useTexts(repairTexts)
  const { cancel } = useTexts(partTexts)
  const client = useQueryClient()
  const form = useForm({ initialValues: EMPTY })
  const opening = useMutation({
    mutationFn: (body: typeof EMPTY) => answerOf(api.POST('/api/publique/fiche_reparation', { body })),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: REPAIRS })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={texts.addTitle} closeButtonProps={{ 'aria-label': cancel }}>
      <form onSubmit={form.onSubmit(values => opening.mutate(values))}>
        <Stack>
          <TextInput
            label={texts.ticket}
            description={texts.ticketHint}
            required
            maxLength={200}
            data-autofocus
            {...form.getInputProps('ticketId')}
          />
          <TextInput
            label={texts.customer}
            description={texts.customerHint}
            required
            maxLength={200}
            {...form.getInputProps('idClient')}
          />
          <TextInput
            label={texts.product}
            description={texts.productHint}
            required
            maxLength={200}
            {...form.getInputProps('idProduit')}
          />
          <Textarea label={texts.reason} required autosize minRows={2} {...form.getInputProps('motif')} />
          <TextInput label={texts.origin} required maxLength={200} {...form.getInputProps('origine')} />
          <Textarea
            label={texts.address}
            required
            maxLength={1000}
            autosize
            {...form.getInputProps('adresseClient')}
          />
          {opening.error && <ErrorAlert error={opening.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" loading={opening.isPending}>
              {texts.addAction}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
