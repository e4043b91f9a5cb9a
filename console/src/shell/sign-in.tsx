import { Button, Paper, PasswordInput, Stack, TextInput, Title } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { answerOf, api } from '../api/client.ts'
import { SESSION } from '../api/queries.ts'
import { useTexts } from '../language/language.tsx'
import { ErrorAlert } from '../parts/error-alert.tsx'
import { shellTexts } from './texts.ts'

/** E-mail address, password and, if set up, a one-time code. */
export default function SignIn({ inDialog = false }: { inDialog?: boolean }) {
  const texts = useTexts(shellTexts)
  const client = useQueryClient()
  const [email, setEmail] = useState('')
  const [motDePasse, setPassword] = useState('')
  const [code, setCode] = useState('')
  const signIn = useMutation({
    mutationFn: () =>
      answerOf(
        api.POST('/api/v1/publique/sessions-personnel', {
          body: { email, motDePasse, ...(code ? { code } : {}) },
        }),
      ),
    onSuccess: session => {
      client.setQueryData(SESSION, session)
      // Refetch everything else: some queries were refused for lack of a session.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })
    },
    meta: { isSignIn: true },
  })

  const form = (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        signIn.mutate()
      }}
    >
      <Stack>
        <TextInput
          label={texts.email}
          type="email"
          autoComplete="username"
          required
          value={email}
          onChange={event => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          label={texts.password}
          autoComplete="current-password"
          required
          value={motDePasse}
          onChange={event => setPassword(event.currentTarget.value)}
          visibilityToggleButtonProps={{ 'aria-label': texts.showPassword }}
        />
        <TextInput
          label={texts.code}
          description={texts.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          maxLength={6}
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
        {signIn.error && <ErrorAlert error={signIn.error} />}
        <Button type="submit" loading={signIn.isPending}>
          {texts.signIn}
        </Button>
      </Stack>
    </form>
  )
  if (inDialog) return form
  return (
    <main className="sign-in">
      <Paper withBorder p="xl" radius="lg" w="min(26rem, 100%)">
        <Title order={1} size="h3" mb="md">
          {texts.console}
        </Title>
        {form}
      </Paper>
    </main>
  )
}
