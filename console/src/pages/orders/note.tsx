import { Button, Group, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { useLeaveWarning } from '../../parts/leave-warning.ts'
import { Section } from '../../sales/section.tsx'
import { orderTexts } from './texts.ts'

/** The internal note of an order. While it is being edited, changes by others do not replace the text. */
export function Note({
  file: { ordreId, noteInterne },
  onDone,
}: {
  file: Shapes['DossierCommande']
  onDone: () => unknown
}) {
  const texts = useTexts(orderTexts)
  const [draft, setDraft] = useState<{ text: string; before: string | null }>()
  const save = useMutation({
    mutationFn: ({ text, before }: NonNullable<typeof draft>) =>
      answerOf(
        api.PATCH('/api/v1/privee/commandes/{ordreId}', {
          params: { path: { ordreId } },
          body: { noteInterne: text.trim() || null, noteActuelle: before },
        }),
      ),
    onSuccess: () => setDraft(undefined),
    onSettled: onDone,
  })
  const isChanged = draft !== undefined && draft.text.trim() !== (draft.before ?? '')
  useLeaveWarning(isChanged)
  return (
    <Section title={texts.note}>
      <Textarea
        aria-label={texts.note}
        description={texts.noteHint}
        value={draft?.text ?? noteInterne ?? ''}
        onChange={event =>
          setDraft({ text: event.currentTarget.value, before: draft ? draft.before : noteInterne })
        }
        maxLength={5000}
        autosize
        minRows={2}
      />
      {save.error && draft && (
        <>
          <ErrorAlert error={save.error} />
          {noteInterne !== draft.before && (
            <Text size="sm" className="wraps">
              {texts.noteNow(noteInterne ?? '–')}
            </Text>
          )}
        </>
      )}
      {isChanged && (
        <Group gap="xs">
          <Button size="xs" onClick={() => save.mutate(draft)} loading={save.isPending}>
            {texts.saveNote}
          </Button>
          <Button
            size="xs"
            variant="default"
            disabled={save.isPending}
            onClick={() => {
              save.reset()
              setDraft(undefined)
            }}
          >
            {texts.discardNote}
          </Button>
        </Group>
      )}
    </Section>
  )
}
