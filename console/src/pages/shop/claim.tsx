import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { answerOf, api } from '../../api/client.ts'
import { SESSION } from '../../api/queries.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { useSession } from '../../shell/session.tsx'
import { shellTexts } from '../../shell/texts.ts'
import { shopTexts } from './texts.ts'

const MIN_PASSWORD_LENGTH = 12

/** The first step: the administrator, whom the code of the server proves to be its operator. */
export function Claim() {
  const texts = useTexts(shopTexts)
  const { demonstration } = useSession()
  const installation = useQuery({
    queryKey: ['installation'],
    queryFn: () => answerOf(api.GET('/api/v1/publique/installation')),
    enabled: demonstration,
  })
  if (!demonstration)
    return (
      <Stack gap="xs">
        <Text>{texts.isAdministrator}</Text>
        <Anchor component={Link} href="~/console/equipe">
          {texts.team}
        </Anchor>
      </Stack>
    )
  return (
    <Answer of={installation}>
      {({ reclamable }) => (reclamable ? <ClaimForm /> : <Text>{texts.notClaimable}</Text>)}
    </Answer>
  )
}

function ClaimForm() {
  const texts = useTexts(shopTexts)
  const { showPassword } = useTexts(shellTexts)
  const client = useQueryClient()
  const form = useForm({
    initialValues: { code: '', nom: '', email: '', motDePasse: '' },
    validate: { motDePasse: value => (value.length < MIN_PASSWORD_LENGTH ? texts.short : null) },
  })
  const claiming = useMutation({
    mutationFn: (body: typeof form.values) => answerOf(api.POST('/api/v1/publique/installation', { body })),
    onSuccess: session => {
      client.setQueryData(SESSION, session)
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== SESSION[0] })
    },
    meta: { isSignIn: true },
  })
  return (
    <form onSubmit={form.onSubmit(values => claiming.mutate(values))}>
      <Stack maw="28rem">
        <Text>{texts.administratorHint}</Text>
        <TextInput
          label={texts.code}
          description={texts.codeHint}
          required
          maxLength={40}
          autoComplete="off"
          {...form.getInputProps('code')}
        />
        <TextInput
          label={texts.name}
          required
          maxLength={100}
          autoComplete="name"
          {...form.getInputProps('nom')}
        />
        <TextInput
          label={texts.email}
          type="email"
          required
          maxLength={255}
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <PasswordInput
          label={texts.ownPassword}
          description={texts.ownPasswordHint}
          required
          maxLength={128}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': showPassword }}
          {...form.getInputProps('motDePasse')}
        />
        {claiming.error && <ErrorAlert error={claiming.error} />}
        <div>
          <Button type="submit" loading={claiming.isPending}>
            {texts.become}
          </Button>
        </div>
      </Stack>
    </form>
  )
}
