import { Button, Group, Modal, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { SecretDialog } from '../../parts/secret-dialog.tsx'
import { partTexts } from '../../parts/texts.ts'
import type { Right } from '../../shell/session.tsx'
import { RightsInput } from '../team/rights.tsx'
import { StoresInput } from '../team/stores-input.tsx'
import { createKey, KEYS } from './keys.ts'
import { keyTexts } from './texts.ts'

/** Asks for the name, the rights and the expiry of a key, then shows the key once. */
export function NewKey({ onClose }: { onClose: () => void }) {
  const texts = useTexts(keyTexts)
  const { cancel } = useTexts(partTexts)
  const client = useQueryClient()
  const form = useForm({
    initialValues: { nom: '', droits: [] as Right[], magasins: null as number[] | null, expireLe: '' },
    validate: { droits: value => (value.length === 0 ? texts.noRight : null) },
  })
  const making = useMutation({
    mutationFn: ({ expireLe, ...key }: typeof form.values) =>
      createKey({ ...key, expireLe: expireLe === '' ? null : expireLe }),
    onSuccess: () => client.invalidateQueries({ queryKey: KEYS }),
  })
  if (making.data) {
    const { nom, cle } = making.data
    return <SecretDialog title={texts.madeTitle(nom)} secret={cle} close={texts.close} onClose={onClose} />
  }
  return (
    <Modal opened onClose={onClose} title={texts.makeTitle} closeButtonProps={{ 'aria-label': cancel }}>
      <form onSubmit={form.onSubmit(values => making.mutate(values))}>
        <Stack>
          <TextInput
            label={texts.name}
            description={texts.nameHint}
            required
            maxLength={100}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('nom')}
          />
          <RightsInput
            label={texts.rights}
            value={form.values.droits}
            onChange={droits => form.setFieldValue('droits', droits)}
            error={form.errors.droits ? texts.noRight : undefined}
            forKey
          />
          <StoresInput
            value={form.values.magasins}
            onChange={magasins => form.setFieldValue('magasins', magasins)}
          />
          <TextInput type="date" label={texts.endLabel} {...form.getInputProps('expireLe')} />
          {making.error && <ErrorAlert error={making.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {texts.makeAction}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
