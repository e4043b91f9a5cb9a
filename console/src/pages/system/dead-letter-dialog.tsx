import { Alert, Button, Code, Group, Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { Facts } from '../../parts/facts.tsx'
import { useNotify } from '../../parts/notify.ts'
import { Question } from '../../parts/question.tsx'
import { partTexts } from '../../parts/texts.ts'
import {
  type DeadLetter,
  deleteDeadLetter,
  replayDeadLetter,
  useDeadLetter,
  useRefetchDeadLetters,
} from './refused-messages.ts'
import { deadLetterTexts } from './refused-texts.ts'

/** Indented JSON; other text unchanged. */
function laidOut(body: string) {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}

/** A dead letter with its body, and its actions. */
export function DeadLetterDialog({ message, onClose }: { message: DeadLetter; onClose: () => void }) {
  const texts = useTexts(deadLetterTexts)
  const { close } = useTexts(partTexts)
  const { moment, count } = useFormats()
  const tell = useNotify()
  const readAgain = useRefetchDeadLetters()
  const inFull = useDeadLetter(message.id)
  const [asked, ask] = useState<'replay' | 'drop'>()
  const { id, file, integrite } = message

  async function takeIn() {
    const { resultat, motif } = await replayDeadLetter(id)
    if (resultat === 'refuse') tell.warn(texts.refusedAgain(motif ?? ''))
    else {
      tell.done(resultat === 'pris' ? texts.taken : texts.takenBefore)
      onClose()
    }
    await readAgain()
  }
  async function forget() {
    await deleteDeadLetter(id)
    tell.done(texts.dropped)
    onClose()
    await readAgain()
  }

  return (
    <>
      <Modal
        opened={asked === undefined}
        onClose={onClose}
        title={texts.title}
        size="lg"
        closeButtonProps={{ 'aria-label': close }}
      >
        <Answer of={inFull}>
          {now => (
            <Stack gap="sm">
              <Facts
                of={[
                  [texts.queue, file],
                  [texts.reason, now.motif],
                  [texts.times, count(now.fois)],
                  [texts.first, moment(now.premierLe)],
                  [texts.last, moment(now.le)],
                  [texts.id, now.messageId],
                  [texts.request, now.requestId],
                ]}
              />
              {integrite !== 'entier' && <Alert color="gray">{texts[integrite]}</Alert>}
              {now.corps !== null && (
                <div>
                  <Text size="sm" fw={600} mb={4}>
                    {texts.body}
                  </Text>
                  <Code block className="wraps" tabIndex={0} mah="40vh">
                    {laidOut(now.corps)}
                  </Code>
                </div>
              )}
              <Group justify="flex-end" gap="xs">
                <Button variant="default" onClick={() => ask('drop')}>
                  {texts.drop}
                </Button>
                {integrite === 'entier' && <Button onClick={() => ask('replay')}>{texts.replay}</Button>}
              </Group>
            </Stack>
          )}
        </Answer>
      </Modal>
      <Question
        opened={asked === 'replay'}
        onClose={() => ask(undefined)}
        title={texts.replayTitle}
        action={texts.replay}
        onConfirm={takeIn}
      >
        <Text size="sm">{texts.replayHint}</Text>
      </Question>
      <Question
        opened={asked === 'drop'}
        onClose={() => ask(undefined)}
        title={texts.dropTitle}
        action={texts.drop}
        isDangerous
        onConfirm={forget}
      >
        <Text size="sm">{texts.dropHint}</Text>
      </Question>
    </>
  )
}
