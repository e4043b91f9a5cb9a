import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { answerOf, api } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { clientTexts } from './texts.ts'

/** Creates a loyalty customer, then opens their page. */
export function NewClient({ onClose }: { onClose: () => void }) {
  const texts = useTexts(clientTexts)
  const client = useQueryClient()
  const [, go] = useLocation()
  const filled = (text: string) => (text.trim() === '' ? texts.needed : null)
  const form = useForm({
    initialValues: { prenom: '', nom: '', adresseMail: '', telephone: '' },
    validate: {
      prenom: filled,
      nom: filled,
      adresseMail: text => (/^\S+@\S+\.\S+$/.test(text.trim()) ? null : texts.emailWrong),
    },
  })
  const create = useMutation({
    mutationFn: ({ telephone, ...names }: typeof form.values) =>
      answerOf(
        api.POST('/api/publique/clients', {
          body: { ...names, ...(telephone.trim() ? { telephone: telephone.trim() } : {}) },
        }),
      ),
    onSuccess: ({ idClient }) => {
      void client.invalidateQueries({ queryKey: ['clients'] })
      go(`/${idClient}`)
    },
  })
  return (
    <Modal opened onClose={onClose} title={texts.newClient} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={form.onSubmit(values => create.mutate(values))} noValidate>
        <Stack gap="sm">
          <TextInput label={texts.firstName} required data-autofocus {...form.getInputProps('prenom')} />
          <TextInput label={texts.lastName} required {...form.getInputProps('nom')} />
          <TextInput label={texts.email} type="email" required {...form.getInputProps('adresseMail')} />
          <TextInput
            label={`${texts.phone} (${texts.optional})`}
            type="tel"
            {...form.getInputProps('telephone')}
          />
          {create.error && <ErrorAlert error={create.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={create.isPending}>
              {texts.create}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
