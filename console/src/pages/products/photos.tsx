import { ActionIcon, Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { formTexts } from './form-texts.ts'

const moved = (urls: readonly string[], from: number, to: number) => {
  const next = [...urls]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

/** The content security policy blocks images of other hosts, so each address is a link instead. */
export function Photos({
  urls,
  onChange,
  error,
}: {
  urls: readonly string[]
  onChange: (urls: string[]) => void
  error?: string | undefined
}) {
  const words = useTexts(formTexts)
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {urls.length > 0 ? words.photosHint : words.noPhoto}
      </Text>
      {urls.map((url, i) => (
        // Two addresses may be equal while they are typed, so the key is the position.
        <Group key={i} gap={4} wrap="nowrap">
          <TextInput
            aria-label={words.photoUrl(i + 1)}
            type="url"
            value={url}
            error={error !== undefined && url.trim() !== '' && !/^(https?:\/\/|\/)\S+$/.test(url.trim())}
            onChange={event => onChange(urls.toSpliced(i, 1, event.currentTarget.value))}
            style={{ flex: 1, minWidth: 0 }}
          />
          {/^https?:\/\//.test(url) && (
            <Anchor href={url} target="_blank" rel="noreferrer" aria-label={words.photoOpen(i + 1)} px={4}>
              ↗
            </Anchor>
          )}
          <ActionIcon
            variant="default"
            aria-label={words.photoUp(i + 1)}
            disabled={i === 0}
            onClick={() => onChange(moved(urls, i, i - 1))}
          >
            ↑
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={words.photoDown(i + 1)}
            disabled={i === urls.length - 1}
            onClick={() => onChange(moved(urls, i, i + 1))}
          >
            ↓
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={words.photoRemove(i + 1)}
            onClick={() => onChange(urls.toSpliced(i, 1))}
          >
            ×
          </ActionIcon>
        </Group>
      ))}
      {error !== undefined && (
        <Text size="sm" c="red" role="alert">
          {error}
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        onClick={() => onChange([...urls, ''])}
        style={{ alignSelf: 'start' }}
      >
        {words.addPhoto}
      </Button>
    </Stack>
  )
}
