import { Button, Group, Modal, PasswordInput, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { partTexts } from '../../parts/texts.ts'
import type { Right } from '../../shell/session.tsx'
import { shellTexts } from '../../shell/texts.ts'
import { addMember, MIN_PASSWORD_LENGTH, TEAM } from './members.ts'
import { RoleInput } from './rights.tsx'
import { StoresInput } from './stores-input.tsx'
import { teamTexts } from './texts.ts'

const EMPTY = { nom: '', email: '', motDePasse: '', droits: [] as Right[], magasins: null as number[] | null }

export function NewMember({ onClose }: { onClose: () => void }) {
  const texts = useTexts(teamTexts)
  const { cancel } = useTexts(partTexts)
  const { showPassword } = useTexts(shellTexts)
  const client = useQueryClient()
  const form = useForm({
    initialValues: EMPTY,
    validate: {
      droits: value => (value.length === 0 ? texts.noRight : null),
      motDePasse: value => (value.length < MIN_PASSWORD_LENGTH ? texts.short : null),
    },
  })
  const adding = useMutation({
    mutationFn: addMember,
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: TEAM })
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={texts.addTitle} closeButtonProps={{ 'aria-label': cancel }}>
      <form onSubmit={form.onSubmit(values => adding.mutate(values))}>
        <Stack>
          <TextInput
            label={texts.name}
            required
            maxLength={100}
            autoComplete="off"
            data-autofocus
            {...form.getInputProps('nom')}
          />
          <TextInput
            label={texts.email}
            type="email"
            required
            maxLength={255}
            autoComplete="off"
            {...form.getInputProps('email')}
          />
          <PasswordInput
            label={texts.password}
            description={texts.passwordHint}
            required
            maxLength={128}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': showPassword }}
            {...form.getInputProps('motDePasse')}
          />
          <RoleInput
            label={texts.role}
            value={form.values.droits}
            onChange={droits => form.setFieldValue('droits', droits)}
            error={form.errors.droits ? texts.noRight : undefined}
          />
          <StoresInput
            value={form.values.magasins}
            onChange={magasins => form.setFieldValue('magasins', magasins)}
          />
          {adding.error && <ErrorAlert error={adding.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {cancel}
            </Button>
            <Button type="submit" loading={adding.isPending}>
              {texts.addAction}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
