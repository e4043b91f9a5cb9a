import {
  Alert,
  Button,
  Checkbox,
  Group,
  Modal,
  PasswordInput,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ComptoirError } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { Question } from '../../parts/question.tsx'
import { partTexts } from '../../parts/texts.ts'
import { useRightNames } from '../../shell/rights.ts'
import { useSession } from '../../shell/session.tsx'
import { shellTexts } from '../../shell/texts.ts'
import {
  changeMember,
  fetchMember,
  type Member,
  type MemberChanges,
  MIN_PASSWORD_LENGTH,
  TEAM,
} from './members.ts'
import { RoleInput } from './rights.tsx'
import { StoresInput } from './stores-input.tsx'
import { teamTexts } from './texts.ts'

const valuesOf = ({ nom, droits, magasins, actif }: Member) => ({
  nom,
  droits,
  magasins,
  actif,
  motDePasse: '',
  removeCode: false,
})
type Values = ReturnType<typeof valuesOf>

/** Returns only the changed fields, so that changes of other users are not overwritten. */
function changesOf(
  before: Member,
  { nom, droits, magasins, actif, motDePasse, removeCode }: Values,
): MemberChanges {
  return {
    ...(nom !== before.nom && { nom }),
    ...([...droits].sort().join() !== [...before.droits].sort().join() && { droits }),
    ...(String(magasins) !== String(before.magasins) && { magasins }),
    ...(actif !== before.actif && { actif }),
    ...(motDePasse !== '' && { motDePasse }),
    ...(removeCode && { codeExige: false }),
  }
}

/** Returns the values that were changed in the form; the other fields adopt changes of other users. */
function touched(before: Member, { motDePasse, removeCode, ...values }: Values): Partial<Values> {
  const { nom, droits, magasins, actif } = changesOf(before, { ...values, motDePasse: '', removeCode: false })
  return {
    ...{ motDePasse, removeCode },
    ...(nom !== undefined && { nom }),
    ...(droits && { droits }),
    ...(magasins !== undefined && { magasins }),
    ...(actif !== undefined && { actif }),
  }
}

/** Edits the name, the rights and the access of a member of staff. */
export function EditMember({ member, onClose }: { member: Member; onClose: () => void }) {
  const texts = useTexts(teamTexts)
  const { cancel } = useTexts(partTexts)
  const { showPassword } = useTexts(shellTexts)
  const { email } = useSession()
  const client = useQueryClient()
  const [seen, setSeen] = useState(member)
  const [conflict, setConflict] = useState<Member>()
  const [isAsked, ask] = useState(false)
  const form = useForm({
    initialValues: valuesOf(member),
    validate: {
      droits: value => (value.length === 0 ? texts.noRight : null),
      motDePasse: value => (value !== '' && value.length < MIN_PASSWORD_LENGTH ? texts.short : null),
    },
  })

  async function save(values: Values) {
    try {
      await changeMember(seen, changesOf(seen, values))
      await client.invalidateQueries({ queryKey: TEAM })
      onClose()
    } catch (error) {
      if (!(error instanceof ComptoirError) || error.status !== 412) throw error
      const now = await fetchMember(seen.id)
      if (!now) throw error
      form.setValues({ ...valuesOf(now), ...touched(seen, values) })
      setSeen(now)
      setConflict(now)
      await client.invalidateQueries({ queryKey: TEAM })
    }
  }
  const saving = useMutation({ mutationFn: save })
  const isLeaving = seen.actif && !form.values.actif
  const loosesAdmin = member.email === email && !form.values.droits.includes('admin')

  return (
    <>
      <Modal
        opened={!isAsked}
        onClose={onClose}
        title={texts.editTitle(member.nom)}
        closeButtonProps={{ 'aria-label': cancel }}
      >
        <form onSubmit={form.onSubmit(values => (isLeaving ? ask(true) : saving.mutate(values)))}>
          <Stack>
            <Text size="sm" c="dimmed">
              {member.email}
            </Text>
            {conflict && <Conflict now={conflict} />}
            <TextInput label={texts.name} required maxLength={100} {...form.getInputProps('nom')} />
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
            {loosesAdmin && <Alert color="orange">{texts.ownRights}</Alert>}
            <Switch
              label={texts.isActive}
              description={texts.isActiveHint}
              {...form.getInputProps('actif', { type: 'checkbox' })}
            />
            <PasswordInput
              label={texts.newPassword}
              description={texts.newPasswordHint}
              maxLength={128}
              autoComplete="new-password"
              visibilityToggleButtonProps={{ 'aria-label': showPassword }}
              {...form.getInputProps('motDePasse')}
            />
            {member.codeExige && (
              <Checkbox
                label={texts.removeCode}
                {...form.getInputProps('removeCode', { type: 'checkbox' })}
              />
            )}
            {saving.error && <ErrorAlert error={saving.error} />}
            <Group justify="flex-end" gap="xs">
              <Button variant="default" onClick={onClose}>
                {cancel}
              </Button>
              <Button type="submit" loading={saving.isPending}>
                {texts.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <Question
        opened={isAsked}
        onClose={() => ask(false)}
        title={texts.deactivate(member.nom)}
        action={texts.deactivateAction(member.nom)}
        isDangerous
        onConfirm={() => save(form.values)}
      >
        <Text size="sm">{texts.deactivateHint(member.nom)}</Text>
      </Question>
    </>
  )
}

function Conflict({ now }: { now: Member }) {
  const texts = useTexts(teamTexts)
  const nameRights = useRightNames()
  return (
    <Alert color="orange" role="alert">
      <Text size="sm">{texts.conflict}</Text>
      <Text size="sm" fw={600}>
        {now.nom} · {nameRights(now.droits)} · {now.actif ? texts.active : texts.left}
      </Text>
      <Text size="sm">{texts.conflictHint}</Text>
    </Alert>
  )
}
