import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Question } from '../../parts/question.tsx'
import { noonOf } from './days.ts'
import { TODAY } from './figures.ts'
import { todayTexts } from './texts.ts'

const REBUILDS = '/api/v1/privee/chiffres-ventes/reconstructions'
const KEY = [TODAY, 'rebuilds']
const EVERY_MS = 2_000

/** Starts a recount of the sales figures and shows its progress. */
export function Recount() {
  const texts = useTexts(todayTexts)
  const { day } = useFormats()
  const client = useQueryClient()
  const [isOpen, { open, close }] = useDisclosure()
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: async () => (await answerOf(api.GET(REBUILDS))).find(({ finieLe }) => finieLe === null) ?? null,
    refetchInterval: ({ state }) => (state.data ? EVERY_MS : false),
  })
  const recount = async () => {
    await answerOf(api.POST(REBUILDS))
    await client.invalidateQueries({ queryKey: KEY })
    // If the recount has already completed, the effect below does not run, so the figures are refetched here.
    if (!client.getQueryData(KEY)) await client.invalidateQueries({ queryKey: [TODAY] })
  }
  const isGoingOn = Boolean(data)
  useEffect(() => {
    if (isGoingOn) return () => void client.invalidateQueries({ queryKey: [TODAY] })
  }, [isGoingOn, client])
  return (
    <>
      {data ? (
        <Text size="sm" role="status">
          {texts.recounting(day(noonOf(data.prochain)))}
        </Text>
      ) : (
        <Button variant="default" size="xs" onClick={open} style={{ alignSelf: 'flex-start' }}>
          {texts.recount}
        </Button>
      )}
      <Question
        opened={isOpen}
        onClose={close}
        title={texts.recountTitle}
        action={texts.recount}
        onConfirm={recount}
      >
        <Text size="sm">{texts.recountText}</Text>
      </Question>
    </>
  )
}
