import { Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { Section } from '../../sales/section.tsx'
import { clientTexts } from './texts.ts'

/** The five latest mails to an address. */
export function Mails({ email }: { email: string }) {
  const texts = useTexts(clientTexts)
  const { moment } = useFormats()
  const mails = useQuery({
    queryKey: ['mails', email],
    queryFn: () =>
      answerOf(api.GET('/api/v1/privee/courriels', { params: { query: { destinataire: email, limit: 5 } } })),
  })
  return (
    <Section title={texts.mails}>
      <Answer of={mails}>
        {({ data }) => (
          <>
            {data.length === 0 && <Text c="dimmed">{texts.noMails}</Text>}
            {data.map(({ id, sujet, statut, createdAt, envoyeLe }) => (
              <Group key={id} justify="space-between" gap="xs">
                <Text size="sm" className="wraps">
                  {sujet}
                </Text>
                <Text size="xs" c="dimmed">
                  {texts[statut]} · {moment(envoyeLe ?? createdAt)}
                </Text>
              </Group>
            ))}
          </>
        )}
      </Answer>
    </Section>
  )
}
