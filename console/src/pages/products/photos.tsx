import {
  ActionIcon,
  Anchor,
  Button,
  FileButton,
  Group,
  Loader,
  Progress,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { type DragEvent, useState } from 'react'
import { ComptoirError, isUnavailable } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { pictureSource, Thumbnail } from '../../parts/thumbnail.tsx'
import { formTexts } from './form-texts.ts'
import { isPending, usePhotoUploads } from './upload-photos.ts'

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif'

const moved = (urls: readonly string[], from: number, to: number) => {
  const next = [...urls]
  next.splice(to, 0, ...next.splice(from, 1))
  return next
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** The reason why a picture was refused, by the code of the error. */
function useReason() {
  const words = useTexts(formTexts)
  return (error: unknown) => {
    const code = error instanceof ComptoirError ? error.code : undefined
    if (code === 'image-illisible') return words.photoUnreadable
    if (code === 'corps-trop-grand') return words.photoTooLarge
    if (code === 'droit-absent') return words.photoRight
    return isUnavailable(error) ? words.photoBusy : words.photoFailed
  }
}

/** The content security policy blocks images of other hosts, so such an address is a link instead. */
export function Photos({
  urls,
  change,
  error,
}: {
  urls: readonly string[]
  change: (edit: (urls: string[]) => string[]) => void
  error?: string | undefined
}) {
  const words = useTexts(formTexts)
  const reasonOf = useReason()
  const { add, failures, progress } = usePhotoUploads(change)
  const [isTarget, setTarget] = useState(false)
  const [dragged, setDragged] = useState<number>()
  const { done, total } = progress

  const drop = (event: DragEvent) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    setTarget(false)
    void add([...event.dataTransfer.files])
  }
  return (
    <Stack
      gap="xs"
      className={isTarget ? 'photos is-target' : 'photos'}
      onDragOver={event => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setTarget(true)
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
    >
      <Text size="sm" c="dimmed">
        {urls.length > 0 ? words.photosHint : words.noPhoto} {words.photosDrop}
      </Text>
      {urls.map((url, i) => (
        // Two addresses may be equal while they are typed, so the key is the position.
        <Group
          key={i}
          gap={4}
          wrap="nowrap"
          draggable={dragged !== undefined || pictureSource(url, 160) !== undefined}
          onDragStart={() => setDragged(i)}
          onDragEnd={() => setDragged(undefined)}
          onDragOver={event => dragged !== undefined && event.preventDefault()}
          onDrop={() => {
            if (dragged !== undefined) change(all => moved(all, dragged, i))
            setDragged(undefined)
          }}
        >
          {isPending(url) ? <Loader size="sm" mx="sm" /> : <Thumbnail photo={url} size={56} />}
          {isPending(url) || pictureSource(url, 160) ? (
            <Text size="sm" style={{ flex: 1, minWidth: 0 }}>
              {isPending(url) ? words.photoSending : words.photoNumber(i + 1)}
            </Text>
          ) : (
            <TextInput
              aria-label={words.photoUrl(i + 1)}
              type="url"
              value={url}
              error={error !== undefined && url.trim() !== '' && !/^(https?:\/\/|\/)\S+$/.test(url.trim())}
              onChange={({ currentTarget: { value } }) => change(all => all.with(i, value))}
              style={{ flex: 1, minWidth: 0 }}
            />
          )}
          {!isPending(url) && /^(https?:\/\/|\/)/.test(url) && (
            <Anchor
              href={pictureSource(url, 1200) ?? url}
              target="_blank"
              rel="noreferrer"
              aria-label={words.photoOpen(i + 1)}
              px={4}
            >
              ↗
            </Anchor>
          )}
          <ActionIcon
            variant="default"
            aria-label={words.photoUp(i + 1)}
            disabled={i === 0}
            onClick={() => change(all => moved(all, i, i - 1))}
          >
            ↑
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={words.photoDown(i + 1)}
            disabled={i === urls.length - 1}
            onClick={() => change(all => moved(all, i, i + 1))}
          >
            ↓
          </ActionIcon>
          <ActionIcon
            variant="default"
            aria-label={words.photoRemove(i + 1)}
            onClick={() => change(all => all.toSpliced(i, 1))}
          >
            ×
          </ActionIcon>
        </Group>
      ))}
      {done < total && (
        <Group gap="xs" wrap="nowrap">
          <Progress value={(100 * done) / total} aria-label={words.photoSending} style={{ flex: 1 }} />
          <Text size="sm" role="status">
            {words.photoProgress(done, total)}
          </Text>
        </Group>
      )}
      {failures.map(({ name, error }, i) => (
        <Text key={i} size="sm" c="red" role="alert">
          {name} : {reasonOf(error)}
        </Text>
      ))}
      {error !== undefined && (
        <Text size="sm" c="red" role="alert">
          {urls.some(isPending) ? words.photoWait : error}
        </Text>
      )}
      <Group gap="xs">
        <FileButton multiple accept={ACCEPTED} onChange={files => void add(files)}>
          {props => (
            <Button {...props} variant="default" size="xs">
              {words.addPhotos}
            </Button>
          )}
        </FileButton>
        <Button variant="subtle" size="xs" onClick={() => change(all => [...all, ''])}>
          {words.addPhoto}
        </Button>
      </Group>
    </Stack>
  )
}
