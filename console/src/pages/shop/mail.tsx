import {
  Alert,
  Button,
  Checkbox,
  Divider,
  Group,
  NumberInput,
  PasswordInput,
  Stack,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { useNotify } from '../../parts/notify.ts'
import { useSession } from '../../shell/session.tsx'
import { shellTexts } from '../../shell/texts.ts'
import { addressOf, fieldsOf, isFixed, type ShopSettings, useChangeSettings } from './settings.ts'
import { shopTexts } from './texts.ts'

/** The mail server and the sender of mails. */
export function MailForm({ settings, onSaved }: { settings: ShopSettings; onSaved?: () => void }) {
  const texts = useTexts(shopTexts)
  const { showPassword } = useTexts(shellTexts)
  const { done } = useNotify()
  const { smtp, valeurs } = settings
  const form = useForm({
    initialValues: { ...fieldsOf(smtp?.adresse), password: '', sender: valeurs.expediteur ?? '' },
    validate: { host: value => (/^[\w.-]*$/.test(value.trim()) ? null : texts.hostFault) },
  })
  const saving = useChangeSettings(() => {
    form.setFieldValue('password', '')
    done(texts.saved)
    onSaved?.()
  })
  const isServerFixed = isFixed(settings, 'smtp')
  const isSenderFixed = isFixed(settings, 'expediteur')
  const server = isServerFixed ? { disabled: true, description: texts.environment } : {}

  const save = ({ password, sender, ...fields }: typeof form.values) =>
    saving.mutate({
      ...(isSenderFixed ? {} : { valeurs: { expediteur: sender.trim() || null } }),
      ...(isServerFixed
        ? {}
        : {
            smtp: fields.host.trim()
              ? { adresse: addressOf(fields), ...(password ? { motDePasse: password } : {}) }
              : null,
          }),
    })

  return (
    <Stack maw="34rem">
      <form onSubmit={form.onSubmit(save)}>
        <Stack>
          <Group align="flex-end" grow preventGrowOverflow={false}>
            <TextInput
              label={texts.host}
              placeholder="smtp.example.org"
              maxLength={255}
              description={texts.hostHint}
              {...server}
              {...form.getInputProps('host')}
            />
            <NumberInput
              label={texts.port}
              min={1}
              max={65_535}
              hideControls
              allowDecimal={false}
              {...server}
              {...form.getInputProps('port')}
            />
          </Group>
          <Checkbox
            label={texts.encrypted}
            {...server}
            {...form.getInputProps('isEncrypted', { type: 'checkbox' })}
          />
          <TextInput label={texts.user} autoComplete="off" {...server} {...form.getInputProps('user')} />
          <PasswordInput
            label={texts.password}
            autoComplete="new-password"
            visibilityToggleButtonProps={{ 'aria-label': showPassword }}
            description={smtp?.avecMotDePasse ? texts.passwordKept : undefined}
            {...server}
            {...form.getInputProps('password')}
          />
          <TextInput
            label={texts.sender}
            type="email"
            maxLength={255}
            disabled={isSenderFixed}
            description={isSenderFixed ? texts.environment : undefined}
            {...form.getInputProps('sender')}
          />
          {saving.error && <ErrorAlert error={saving.error} />}
          <div>
            <Button type="submit" loading={saving.isPending}>
              {texts.save}
            </Button>
          </div>
        </Stack>
      </form>
      {smtp !== null && <Trial />}
    </Stack>
  )
}

function Trial() {
  const texts = useTexts(shopTexts)
  const { email } = useSession()
  const [destinataire, setRecipient] = useState(email ?? '')
  const trial = useMutation({
    mutationFn: () => answerOf(api.POST('/api/v1/privee/courriels-d-essai', { body: { destinataire } })),
  })
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        trial.mutate()
      }}
    >
      <Divider label={texts.trial} mb="sm" />
      <Stack>
        <TextInput
          label={texts.trialTo}
          type="email"
          required
          maxLength={255}
          value={destinataire}
          onChange={event => setRecipient(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="default" loading={trial.isPending}>
            {texts.send}
          </Button>
        </div>
        {trial.error && <ErrorAlert error={trial.error} />}
        {trial.data && (
          <Alert color={trial.data.envoye ? 'teal' : 'red'} role="status">
            {trial.data.envoye ? texts.sent : texts.notSent} {trial.data.reponse}
          </Alert>
        )}
      </Stack>
    </form>
  )
}
