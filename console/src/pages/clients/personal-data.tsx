import { Alert, Button, Stack, Text, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { answerOf, api, ignoreNotFound, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { Question } from '../../parts/question.tsx'
import { privacyTexts } from './privacy-texts.ts'
import { downloadJson } from './save.ts'

const params = (id: string) => ({ params: { path: { id } } })

/** A customer's personal data: export and erasure. */
export function PersonalData({ id, name }: { id: string; name: string }) {
  const texts = useTexts(privacyTexts)
  const client = useQueryClient()
  const [isAsked, setAsked] = useState(false)
  const [typed, setTyped] = useState('')
  const all = useMutation({
    mutationFn: async () =>
      downloadJson(
        `client-${id}.json`,
        await answerOf(api.GET('/api/v1/privee/clients/{id}/export', params(id))),
      ),
  })
  const erase = () =>
    answerOf(api.POST('/api/v1/privee/clients/{id}/effacements', params(id))).finally(() =>
      client.invalidateQueries({ queryKey: ['client', id] }),
    )
  return (
    <>
      <Button variant="default" onClick={() => all.mutate()} loading={all.isPending}>
        {texts.export}
      </Button>
      <Button variant="default" onClick={() => setAsked(true)}>
        {texts.erase}
      </Button>
      {all.error && <ErrorAlert error={all.error} />}
      {isAsked && (
        <Question
          opened
          onClose={() => {
            setAsked(false)
            setTyped('')
          }}
          title={texts.eraseTitle(name)}
          action={texts.eraseAction(name)}
          onConfirm={erase}
          isReady={typed.trim().toLowerCase() === name.trim().toLowerCase()}
          isDangerous
        >
          <Stack gap="sm">
            <Text size="sm">{texts.eraseWhat}</Text>
            <Text size="sm">{texts.exportFirst}</Text>
            <TextInput
              label={texts.eraseTyping(name)}
              value={typed}
              onChange={event => setTyped(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          </Stack>
        </Question>
      )}
    </>
  )
}

/**
 * The requested erasure of a customer; undefined if there is none, if it is not loaded or without `isAllowed`. Once it
 * has completed, the page fetches all data of the customer again.
 */
export function useErasure(id: string, isAllowed: boolean) {
  const client = useQueryClient()
  const { data } = useQuery({
    enabled: isAllowed,
    queryKey: ['client', id, 'erasure'],
    queryFn: async () =>
      (await ignoreNotFound(answerOf(api.GET('/api/v1/privee/clients/{id}/effacements', params(id))))) ??
      null,
    refetchInterval: ({ state }) => (state.data?.statut === 'en_cours' ? 2_000 : false),
  })
  const isDone = data?.statut === 'termine'
  useEffect(() => {
    if (!isDone) return
    void client.invalidateQueries({ queryKey: ['client', id] })
    void client.invalidateQueries({ queryKey: ['clients'] })
  }, [isDone, client, id])
  return data ?? undefined
}

export function ErasureState({ erasure }: { erasure: Shapes['Effacement'] }) {
  const texts = useTexts(privacyTexts)
  const { moment } = useFormats()
  const { domaines, termineLe, demandeLe, pseudonyme } = erasure
  const left = domaines.filter(({ faitLe }) => faitLe === null).map(({ domaine }) => domaine)
  return (
    <Alert role="status" color={termineLe ? 'teal' : 'yellow'}>
      <Text size="sm">
        {termineLe ? texts.done(moment(termineLe), pseudonyme) : texts.underWay(moment(demandeLe))}
      </Text>
      {left.length > 0 && <Text size="sm">{texts.waitsFor(left.join(', '))}</Text>}
    </Alert>
  )
}
