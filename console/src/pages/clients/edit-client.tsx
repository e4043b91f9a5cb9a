import { Alert, Button, Modal, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api, ComptoirError, type Shapes } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { useNotify } from '../../parts/notify.ts'
import { clientTexts } from './texts.ts'

type Client = Shapes['Client']
type Account = Shapes['Compte'] | null | undefined

const valuesOf = (client: Client | null, account: Account) => ({
  civilite: client?.civilite ?? '',
  prenom: client?.prenom ?? '',
  nom: client?.nom ?? '',
  email: client?.adresseMail ?? account?.email ?? '',
  telephone: client?.telephone ?? '',
  adresse: client?.adresse ?? '',
  anniversaire: client?.anniversaire ?? '',
})
type Values = ReturnType<typeof valuesOf>

/** The fields that differ; an empty text clears its field. */
function changesOf(before: Values, values: Values) {
  const changed = <Name extends keyof Values>(...names: Name[]) =>
    Object.fromEntries(
      names
        .filter(name => values[name].trim() !== before[name])
        .map(name => [name, values[name].trim() || null]),
    ) as { [Field in Name]?: string }
  return {
    contact: changed('prenom', 'nom', 'telephone', 'adresse'),
    email: changed('email').email,
    personal: changed('civilite', 'anniversaire') as Pick<Client, 'civilite' | 'anniversaire'>,
  }
}

/**
 * Corrects what a customer may ask to have corrected. The account, if there is one, is changed first, because it passes
 * the changes on to the loyalty record. Of an account without a record, staff see only the e-mail address.
 */
export function EditClient({
  id,
  client,
  account,
  onClose,
}: {
  id: string
  client: Client | null
  account: Account
  onClose: () => void
}) {
  const texts = useTexts(clientTexts)
  const queries = useQueryClient()
  const tell = useNotify()
  const before = valuesOf(client, account)
  const filled = (text: string) => (client && text.trim() === '' ? texts.needed : null)
  const form = useForm({
    initialValues: before,
    validate: {
      prenom: filled,
      nom: filled,
      email: text => (/^\S+@\S+\.\S+$/.test(text.trim()) ? null : texts.emailWrong),
      telephone: text => (/^[\d +().-]*$/.test(text.trim()) ? null : texts.phoneWrong),
    },
  })
  const save = useMutation({
    mutationFn: async (values: Values) => {
      const { contact, email, personal } = changesOf(before, values)
      const isEmpty = email === undefined && Object.keys(contact).length === 0
      if (account && !isEmpty)
        await answerOf(
          api.PATCH('/api/v1/privee/comptes/{ref}', {
            params: { path: { ref: String(account.userId) } },
            body: { ...contact, ...(email === undefined ? {} : { email }) },
          }),
        )
      const own = { ...contact, ...(email === undefined ? {} : { adresseMail: email }) }
      const rest = { ...(account ? {} : own), ...personal }
      if (client && Object.keys(rest).length > 0)
        await answerOf(
          api.PATCH('/api/v1/privee/clients/{id}', { params: { path: { id: client.idClient } }, body: rest }),
        )
    },
    onSuccess: () => {
      tell.done(texts.corrected)
      onClose()
    },
    // The account may have been changed before the record was refused.
    onSettled: () => {
      void queries.invalidateQueries({ queryKey: ['client', id] })
      void queries.invalidateQueries({ queryKey: ['clients'] })
    },
    onError: error => {
      if (error instanceof ComptoirError && error.status === 409)
        form.setFieldError('email', texts.emailTaken)
    },
  })
  const isTaken = save.error instanceof ComptoirError && save.error.status === 409
  const isNewEmail = form.values.email.trim().toLowerCase() !== before.email.toLowerCase()
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.correctTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={form.onSubmit(values => save.mutate(values))} noValidate>
        <Stack gap="sm">
          {client && (
            <>
              <Select
                {...form.getInputProps('civilite')}
                label={texts.civility}
                clearable
                value={form.values.civilite || null}
                onChange={value => form.setFieldValue('civilite', (value ?? '') as Values['civilite'])}
                data={['M', 'Mme', 'Mx']}
              />
              <TextInput label={texts.firstName} required {...form.getInputProps('prenom')} />
              <TextInput label={texts.lastName} required {...form.getInputProps('nom')} />
            </>
          )}
          <TextInput label={texts.email} type="email" required {...form.getInputProps('email')} />
          {account && isNewEmail && (
            <Alert color="yellow" role="status">
              {texts.emailMustBeProven}
            </Alert>
          )}
          {client && (
            <>
              <TextInput label={texts.phone} type="tel" maxLength={50} {...form.getInputProps('telephone')} />
              <Textarea
                label={texts.address}
                autosize
                minRows={2}
                maxLength={2_000}
                {...form.getInputProps('adresse')}
              />
              <TextInput label={texts.birthday} type="date" {...form.getInputProps('anniversaire')} />
            </>
          )}
          {save.error && !isTaken && <ErrorAlert error={save.error} />}
          <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
            {texts.save}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
