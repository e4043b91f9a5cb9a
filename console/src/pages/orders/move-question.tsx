import { Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { Question } from '../../parts/question.tsx'
import { moveTexts } from './move-texts.ts'
import type { Move } from './moves.ts'

/** Confirms the next status of an order, with optional comments; `EXPEDIEE` also asks for the tracking number. */
export function MoveQuestion({
  file,
  move,
  label,
  onClose,
  onDone,
}: {
  file: Shapes['DossierCommande']
  move: Move
  label: string
  onClose: () => void
  onDone: () => unknown
}) {
  const texts = useTexts(moveTexts)
  const [tracking, setTracking] = useState('')
  const [comment, setComment] = useState('')
  const [note, setNote] = useState('')
  const { ordreId, statut: statutActuel } = file

  const confirm = () =>
    answerOf(
      api.PATCH('/api/commandes/{ordreId}/statut', {
        params: { path: { ordreId } },
        body: {
          ...{ nouveauStatut: move, statutActuel },
          ...(tracking.trim() ? { trackingNumber: tracking.trim() } : {}),
          ...(comment.trim() ? { commentaire: comment.trim() } : {}),
          ...(note.trim() ? { noteInterne: note.trim() } : {}),
          ...(move === 'EN_PREPARATION' ? { estPreparee: true } : {}),
        },
      }),
    ).finally(onDone)

  return (
    <Question opened onClose={onClose} title={label} action={label} onConfirm={confirm}>
      <Stack gap="sm">
        <Text size="sm" className="wraps">
          {texts.ask(ordreId)} {move === 'EXPEDIEE' && texts.sentMail}
          {move === 'LIVREE' && texts.points}
        </Text>
        {move === 'EXPEDIEE' && (
          <TextInput
            label={texts.tracking}
            value={tracking}
            onChange={event => setTracking(event.currentTarget.value)}
            maxLength={200}
            data-autofocus
          />
        )}
        <Textarea
          label={texts.comment}
          description={texts.commentHint}
          value={comment}
          onChange={event => setComment(event.currentTarget.value)}
          maxLength={5000}
          autosize
          minRows={2}
        />
        <Textarea
          label={texts.note}
          description={texts.noteHint}
          value={note}
          onChange={event => setNote(event.currentTarget.value)}
          maxLength={5000}
          autosize
          minRows={2}
        />
      </Stack>
    </Question>
  )
}
