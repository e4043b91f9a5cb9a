import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Question } from '../../parts/question.tsx'
import { Section } from '../../sales/section.tsx'
import { mailTexts } from './mail-texts.ts'

type Mail = Shapes['Courriel']

/** The mails about an order, newest first; those that were sent or given up can be sent again. */
export function Mails({ mails, onDone }: { mails: readonly Mail[]; onDone: () => unknown }) {
  const texts = useTexts(mailTexts)
  const { moment } = useFormats()
  const [asked, setAsked] = useState<Mail>()
  const resend = (id: number) =>
    answerOf(api.POST('/api/v1/privee/courriels/{id}/renvois', { params: { path: { id } } }))
  return (
    <Section title={texts.mails}>
      {mails.length === 0 && <Text c="dimmed">{texts.none}</Text>}
      <Stack gap="sm">
        {mails.map(mail => (
          <Group key={mail.id} justify="space-between" gap="xs" wrap="nowrap" align="flex-start">
            <div className="wraps">
              <Text size="sm">{mail.sujet}</Text>
              <Text size="xs" c="dimmed">
                {mail.destinataire} · {texts[mail.statut]} · {moment(mail.envoyeLe ?? mail.createdAt)}
              </Text>
            </div>
            {(mail.statut === 'envoye' || mail.statut === 'abandonne') && (
              <Button
                size="xs"
                variant="default"
                onClick={() => setAsked(mail)}
                aria-label={texts.resendOne(mail.sujet)}
                style={{ flex: 'none' }}
              >
                {texts.resend}
              </Button>
            )}
          </Group>
        ))}
      </Stack>
      <Question
        opened={asked !== undefined}
        onClose={() => setAsked(undefined)}
        title={texts.resendTitle}
        action={texts.resend}
        onConfirm={async () => asked && (await resend(asked.id).finally(onDone))}
      >
        <Text size="sm" className="wraps">
          {asked && texts.ask(asked.sujet, asked.destinataire)}
        </Text>
      </Question>
    </Section>
  )
}
