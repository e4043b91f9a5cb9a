import { Button, Code, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { answerOf, api } from '../../api/client.ts'
import { SESSION } from '../../api/queries.ts'
import { useTexts } from '../../language/language.tsx'
import { useSession } from '../../shell/session.tsx'
import { shellTexts } from '../../shell/texts.ts'
import { PasswordError } from './password-error.tsx'
import { QrCode } from './qr-code.tsx'
import { accountTexts } from './texts.ts'

/** A 401 of these calls is taken for a wrong password or code, not for an ended session. */
const meta = { isSignIn: true }

/** Sets up one-time codes: asks for the password, shows the QR code, and verifies a first code. */
export function OwnCodes() {
  const texts = useTexts(accountTexts)
  const { showPassword } = useTexts(shellTexts)
  const { codeExige } = useSession()
  const [motDePasse, setPassword] = useState('')
  const asking = useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/publique/codes-personnel', { body: { motDePasse } })),
    onSuccess: () => setPassword(''),
    meta,
  })
  if (codeExige) return <Text size="sm">{texts.codesOn}</Text>
  if (asking.data) return <Confirm {...asking.data} />
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        asking.mutate()
      }}
    >
      <Stack maw="26rem">
        <Text size="sm">{texts.codesOff}</Text>
        <PasswordInput
          label={texts.current}
          required
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': showPassword }}
          value={motDePasse}
          onChange={event => setPassword(event.currentTarget.value)}
        />
        {asking.error && <PasswordError error={asking.error} />}
        <Button type="submit" loading={asking.isPending}>
          {texts.begin}
        </Button>
      </Stack>
    </form>
  )
}

function Confirm({ secret, uri }: { secret: string; uri: string }) {
  const texts = useTexts(accountTexts)
  const client = useQueryClient()
  const [code, setCode] = useState('')
  const confirming = useMutation({
    mutationFn: () => answerOf(api.PATCH('/api/v1/publique/codes-personnel', { body: { code } })),
    onSuccess: () => client.invalidateQueries({ queryKey: SESSION }),
    meta,
  })
  if (confirming.isSuccess) return <Text role="status">{texts.done}</Text>
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        confirming.mutate()
      }}
    >
      <Stack maw="26rem" align="flex-start">
        <Text size="sm">{texts.scan}</Text>
        <QrCode text={uri} label={texts.picture} />
        <Text size="sm">{texts.typed}</Text>
        <Code className="wraps">{secret}</Code>
        <TextInput
          label={texts.code}
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          maxLength={6}
          value={code}
          onChange={event => setCode(event.currentTarget.value)}
        />
        {confirming.error && <PasswordError error={confirming.error} says={texts.wrongCode} />}
        <Button type="submit" loading={confirming.isPending}>
          {texts.confirm}
        </Button>
      </Stack>
    </form>
  )
}
