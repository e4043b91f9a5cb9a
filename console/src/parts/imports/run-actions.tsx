import { Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { pageAddress } from '../../sales/links.tsx'
import { Question } from '../question.tsx'
import type { ImportRunInFull, ImportSource } from './source.ts'
import { importTexts } from './texts.ts'

/** Imports the data of a completed dry run, or cancels a run in progress. */
export function RunActions({
  source,
  run: { id, nature, finLe, statut, dryRun, resultat },
  refetch,
}: {
  source: ImportSource
  run: ImportRunInFull
  refetch: () => Promise<unknown>
}) {
  const words = useTexts(importTexts)
  const { count } = useFormats()
  const client = useQueryClient()
  const [isKeeping, keeping] = useDisclosure()
  const [isGivingUp, givingUp] = useDisclosure()
  const { created = 0, updated = 0, failed = 0 } = resultat ?? {}
  const kept = created + updated
  const list = source.kinds.find(kind => kind.nature === nature)?.list

  async function change(call: (id: number) => Promise<unknown>) {
    await call(id)
    void client.invalidateQueries({ queryKey: ['imports', source.name, 'list'] })
    await refetch()
  }

  return (
    <>
      {finLe === null && (
        <Group>
          <Button variant="default" onClick={givingUp.open}>
            {words.giveUp}
          </Button>
        </Group>
      )}
      {statut === 'termine' && dryRun && (
        <Group>
          {kept > 0 ? (
            <Button onClick={keeping.open}>{words.keep(count(kept))}</Button>
          ) : (
            <Text size="sm">{words.nothingToKeep}</Text>
          )}
        </Group>
      )}
      {statut === 'termine' && !dryRun && kept > 0 && list && (
        <Group>
          <Button component={Link} href={pageAddress(list.path)}>
            {list.label(count(kept))}
          </Button>
        </Group>
      )}
      <Question
        opened={isKeeping}
        onClose={keeping.close}
        title={words.keepTitle}
        action={words.keep(count(kept))}
        onConfirm={() => change(source.keep)}
      >
        <Text size="sm">
          {words.keepText(count(created), count(updated))} {failed > 0 && words.keepFailed(count(failed))}
        </Text>
      </Question>
      <Question
        opened={isGivingUp}
        onClose={givingUp.close}
        title={words.giveUpTitle}
        action={words.giveUpAction}
        onConfirm={() => change(source.giveUp)}
        isDangerous
      >
        <Text size="sm">{words.giveUpText}</Text>
      </Question>
    </>
  )
}
