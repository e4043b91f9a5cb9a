import { Button, PasswordInput, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { useNotify } from '../../parts/notify.ts'
import { useSession } from '../../shell/session.tsx'
import { shellTexts } from '../../shell/texts.ts'
import { PasswordError } from './password-error.tsx'
import { accountTexts } from './texts.ts'

const LEAST = 12

export function OwnPassword() {
  const texts = useTexts(accountTexts)
  const { showPassword } = useTexts(shellTexts)
  const { email } = useSession()
  const { done } = useNotify()
  const form = useForm({
    initialValues: { motDePasseActuel: '', motDePasse: '' },
    validate: { motDePasse: value => (value.length < LEAST ? texts.short : null) },
  })
  const changing = useMutation({
    mutationFn: (body: typeof form.values) =>
      answerOf(api.PATCH('/api/v1/publique/profil-personnel', { body })),
    onSuccess: () => {
      form.reset()
      done(texts.passwordChanged)
    },
    meta: { isSignIn: true },
  })
  const visible = { 'aria-label': showPassword }
  return (
    <form onSubmit={form.onSubmit(values => changing.mutate(values))}>
      <Stack maw="26rem">
        {/* Tells password managers which account the password belongs to. */}
        <input type="hidden" autoComplete="username" value={email ?? ''} readOnly />
        <PasswordInput
          label={texts.current}
          required
          autoComplete="current-password"
          visibilityToggleButtonProps={visible}
          {...form.getInputProps('motDePasseActuel')}
        />
        <PasswordInput
          label={texts.next}
          description={texts.nextHint}
          required
          maxLength={128}
          autoComplete="new-password"
          visibilityToggleButtonProps={visible}
          {...form.getInputProps('motDePasse')}
        />
        {changing.error && <PasswordError error={changing.error} />}
        <Button type="submit" loading={changing.isPending}>
          {texts.changePassword}
        </Button>
      </Stack>
    </form>
  )
}
