import { Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { Question } from '../../parts/question.tsx'
import { Section } from '../../sales/section.tsx'
import { clientTexts } from './texts.ts'

type Card = Shapes['CarteEnregistree']
const called = ({ details: { brand, last4 } }: Card) => `${brand} •••• ${last4}`

/** The saved cards of a customer; their full numbers are not stored. */
export function Cards({ id }: { id: string }) {
  const texts = useTexts(clientTexts)
  const client = useQueryClient()
  const [asked, setAsked] = useState<Card>()
  const cards = useQuery({
    queryKey: ['client', id, 'cards'],
    queryFn: () => answerOf(api.GET('/api/private/clients-card/{id}', { params: { path: { id } } })),
  })
  const forget = (card: Card) =>
    answerOf(api.DELETE('/api/private/clients-card/{id}', { params: { path: { id: card.id } } })).finally(
      () => client.invalidateQueries({ queryKey: ['client', id, 'cards'] }),
    )
  return (
    <Section title={texts.cards}>
      <Answer of={cards}>
        {list => (
          <>
            {list.length === 0 && <Text c="dimmed">{texts.noCards}</Text>}
            {list.map(card => (
              <Group key={card.id} justify="space-between" gap="xs">
                <Text size="sm">
                  {called(card)} · {texts.expires(card.details.expirationDate)}
                </Text>
                <Button
                  size="xs"
                  variant="default"
                  onClick={() => setAsked(card)}
                  aria-label={texts.forgetCard(called(card))}
                >
                  {texts.forget}
                </Button>
              </Group>
            ))}
          </>
        )}
      </Answer>
      {asked && (
        <Question
          opened
          onClose={() => setAsked(undefined)}
          title={texts.forgetCard(called(asked))}
          action={texts.forgetCard(called(asked))}
          onConfirm={() => forget(asked)}
          isDangerous
        >
          <Text size="sm">{texts.forgetAsk(called(asked))}</Text>
        </Question>
      )}
    </Section>
  )
}
