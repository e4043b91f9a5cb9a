import { Button, Checkbox, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { partTexts } from '../../parts/texts.ts'
import { webhookTexts } from './texts.ts'
import { useEventTypes, type WebhookForm } from './webhooks.ts'

type Values = { url: string; description: string; isAll: boolean; types: string[] }

/** The address of a webhook, and the events that it receives. */
export function Fields({
  before,
  action,
  error,
  isPending,
  onSave,
  onClose,
}: {
  before?: WebhookForm
  action: string
  error: unknown
  isPending: boolean
  onSave: (given: WebhookForm) => void
  onClose: () => void
}) {
  const texts = useTexts(webhookTexts)
  const { cancel } = useTexts(partTexts)
  const known = useEventTypes().data ?? []
  const form = useForm<Values>({
    initialValues: {
      url: before?.url ?? '',
      description: before?.description ?? '',
      isAll: !before?.types,
      types: before?.types ?? [],
    },
    validate: { types: (types, { isAll }) => (isAll || types.length > 0 ? null : texts.noEvent) },
  })
  const save = ({ url, description, isAll, types }: Values) =>
    onSave({ url, description: description === '' ? null : description, types: isAll ? null : types })
  return (
    <form onSubmit={form.onSubmit(save)}>
      <Stack>
        <TextInput
          type="url"
          label={texts.url}
          description={texts.urlHint}
          required
          maxLength={2_000}
          data-autofocus
          {...form.getInputProps('url')}
        />
        <TextInput label={texts.description} maxLength={200} {...form.getInputProps('description')} />
        <Switch label={texts.allEvents} {...form.getInputProps('isAll', { type: 'checkbox' })} />
        {!form.values.isAll && (
          <Checkbox.Group label={texts.events} {...form.getInputProps('types')}>
            <Stack gap="xs" mt="xs">
              {known.map(type => (
                <Checkbox key={type} value={type} label={type} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        {error !== null && <ErrorAlert error={error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
