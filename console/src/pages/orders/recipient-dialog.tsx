import { Button, Fieldset, Group, Modal, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { answerOf, api, ComptoirError, type Shapes } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { useNotify } from '../../parts/notify.ts'
import { partTexts } from '../../parts/texts.ts'
import { useCountries } from '../delivery/countries.ts'
import {
  addressFields,
  changesOf,
  contactFields,
  type Field,
  isCollected,
  type Values,
  valuesOf,
} from './recipient-fields.ts'
import { recipientTexts } from './recipient-texts.ts'

type Part = 'address' | 'contact'
/** Fields that a correction may change but not clear. */
const NEEDED: readonly string[] = ['nom', 'rue', 'codePostal', 'ville', 'email'] satisfies Field['kind'][]

/** Corrects the recipient of an order that is not sent, as it was when the dialog opened. */
export default function RecipientDialog({
  file,
  onClose,
  onDone,
}: {
  file: Shapes['DossierCommande']
  onClose: () => void
  onDone: () => unknown
}) {
  const texts = useTexts(recipientTexts)
  const parts = useTexts(partTexts)
  const tell = useNotify()
  const { choices: countries } = useCountries()
  const fields = { address: addressFields(file), contact: contactFields(file) }

  function errorOf({ kind, value }: Field, text: string) {
    if (text === '') return value !== '' && NEEDED.includes(kind) ? texts.needed : null
    if (kind === 'email' && !/^\S+@\S+\.\S+$/.test(text)) return texts.emailWrong
    return kind === 'telephone' && !/^[\d +().-]*$/.test(text) ? texts.phoneWrong : null
  }
  const form = useForm<Record<Part, Values>>({
    initialValues: { address: valuesOf(fields.address), contact: valuesOf(fields.contact) },
    validate: values =>
      Object.fromEntries(
        (['address', 'contact'] as const).flatMap(part =>
          fields[part].map(field => [
            `${part}.${field.name}`,
            errorOf(field, (values[part][field.name] ?? '').trim()),
          ]),
        ),
      ),
  })
  const fail = (path: string, message: string) => {
    form.setFieldError(path, message)
    form.getInputNode(path)?.focus()
  }
  const pathOf = (wanted: Field['kind']) =>
    `address.${fields.address.find(({ kind }) => kind === wanted)?.name ?? wanted}`
  const save = useMutation({
    mutationFn: ({ address, contact }: Record<Part, Values>) => {
      const clientInfo = changesOf(fields.contact, contact)
      return answerOf(
        api.PATCH('/api/v1/privee/commandes/{ordreId}/destinataire', {
          params: { path: { ordreId: file.ordreId } },
          body: {
            adresseLivraison: changesOf(fields.address, address),
            ...(Object.keys(clientInfo).length > 0 && { clientInfo }),
            versionDestinataire: file.versionDestinataire,
          },
        }),
      )
    },
    onSuccess: () => {
      tell.done(texts.done)
      onClose()
    },
    onError: error => {
      const field = fieldOf(error)
      if (field === 'codePostal') fail(pathOf('codePostal'), texts.notServed(file.livraison.nom ?? ''))
      if (field === 'pays') fail(pathOf('pays'), texts.countryWrong)
      if (field === 'email') fail('contact.email', texts.emailWrong)
    },
    onSettled: onDone,
  })

  const input = (part: Part, { name, kind, value }: Field, isFirst: boolean) => {
    const path = `${part}.${name}`
    const props = {
      ...form.getInputProps(path),
      label: kind === 'autre' ? name : texts[kind],
      required: value !== '' && NEEDED.includes(kind),
    }
    if (kind === 'pays' && (value === '' || countries.some(country => country.value === value)))
      return (
        <Select
          {...props}
          key={path}
          value={form.values[part][name] || null}
          onChange={country => form.setFieldValue(path, country ?? '')}
          data={countries}
          allowDeselect={false}
          searchable
        />
      )
    return (
      <TextInput
        {...props}
        key={path}
        maxLength={200}
        {...(kind === 'telephone' || kind === 'email' ? { type: kind === 'email' ? 'email' : 'tel' } : {})}
        {...(isFirst && { 'data-autofocus': true })}
      />
    )
  }
  const email = fields.contact.find(({ kind }) => kind === 'email')
  const isNewEmail = email && (form.values.contact[email.name] ?? '').trim() !== email.value
  const isByField = save.error && fieldOf(save.error) !== undefined
  return (
    <Modal opened onClose={onClose} title={texts.title} closeButtonProps={{ 'aria-label': texts.close }}>
      <form
        onSubmit={form.onSubmit(
          values => save.mutate(values),
          errors => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
        )}
        noValidate
      >
        <Stack gap="sm">
          <Fieldset legend={texts.address}>
            {isCollected(file) && (
              <Text size="sm" mb="xs">
                {texts.collected}
              </Text>
            )}
            <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
              {fields.address.map((field, i) => input('address', field, i === 0))}
            </SimpleGrid>
          </Fieldset>
          {fields.contact.length > 0 && (
            <Fieldset legend={texts.contact}>
              <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
                {fields.contact.map(field => input('contact', field, false))}
              </SimpleGrid>
            </Fieldset>
          )}
          {isNewEmail && (
            <Text size="sm" role="status">
              {texts.newEmail}
            </Text>
          )}
          {file.confirmeeLe !== null && (
            <Text size="sm" c="dimmed">
              {texts.slips} {file.pieces.length > 0 && texts.invoice}
            </Text>
          )}
          {save.error && !isByField && <ErrorAlert error={save.error} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose} disabled={save.isPending}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              {texts.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

/** Returns the field that a refusal is about; undefined for any other refusal. */
function fieldOf(error: Error) {
  if (!(error instanceof ComptoirError)) return undefined
  if (error.code === 'livraison-indisponible') return 'codePostal'
  return /^(?:adresseLivraison|clientInfo)\.(pays|email)\b/.exec(error.message)?.[1]
}
