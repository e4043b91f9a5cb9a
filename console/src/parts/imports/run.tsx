import { Alert, Anchor, Group, Paper, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { Answer } from '../answer.tsx'
import { Page } from '../page.tsx'
import { translateError } from './line-faults.ts'
import { LineList } from './line-list.tsx'
import { Preview } from './preview.tsx'
import { RefusedLines } from './refused-lines.tsx'
import { RunActions } from './run-actions.tsx'
import { type ImportRunInFull, type ImportSource, labelOf } from './source.ts'
import { StateBadge } from './state-badge.tsx'
import { importTexts } from './texts.ts'

const EVERY_MS = 1_000

/** Progress and result of an import. Its number is in the address, so the page can be left and opened again. */
export function Run({ source, base, id }: { source: ImportSource; base: string; id: number }) {
  const words = useTexts(importTexts)
  const { language } = useLanguage()
  const client = useQueryClient()
  const run = useQuery({
    queryKey: ['imports', source.name, 'one', id],
    queryFn: () => source.get(id),
    refetchInterval: ({ state }) => (state.data?.finLe === null ? EVERY_MS : false),
  })
  const isKept = run.data?.statut === 'termine' && !run.data.dryRun
  const changes = source.changes.join(' ')
  useEffect(() => {
    if (isKept) for (const key of changes.split(' ')) void client.invalidateQueries({ queryKey: [key] })
  }, [isKept, client, changes])
  return (
    <Page title={words.runTitle(run.data ? labelOf(source, run.data.nature).toLowerCase() : '…')}>
      <Anchor component={Link} href={base} size="sm">
        {words.back}
      </Anchor>
      <Answer of={run}>
        {data => (
          <Stack>
            <Group gap="sm">
              <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
                {data.nomFichier ?? words.unnamed}
              </Text>
              <StateBadge run={data} />
            </Group>
            {data.finLe === null && <Reading run={data} />}
            {data.erreur && (
              <Alert color="red" role="alert" title={words.refused}>
                {language === 'fr' ? translateError(data.erreur.message) : data.erreur.message}
              </Alert>
            )}
            {data.resultat && <Outcome run={data} />}
            <RunActions source={source} run={data} refetch={run.refetch} />
            {data.resultat && <Remarks source={source} run={data} />}
          </Stack>
        )}
      </Answer>
    </Page>
  )
}

/** Fields that the import ignored, lines that it refused or finds doubtful, and a preview. */
function Remarks({ source, run }: { source: ImportSource; run: ImportRunInFull }) {
  const words = useTexts(importTexts)
  const { resultat, erreurs, avertissements, colonnes = [] } = run
  const { failed = 0, warned = 0, unknownFields = [] } = resultat ?? {}
  return (
    <>
      {unknownFields.length > 0 && (
        <Alert color="yellow" title={words.unknownFields}>
          {unknownFields.join(', ')}
        </Alert>
      )}
      {failed > 0 && (
        <LineList
          title={words.failures}
          total={failed}
          remarks={erreurs.map(({ error, ...place }) => ({ ...place, text: error }))}
        >
          <RefusedLines source={source} run={run} />
        </LineList>
      )}
      {run.dryRun && <Preview run={run} />}
      {warned > 0 && (
        <LineList
          title={words.warnings}
          total={warned}
          remarks={avertissements.map(({ line, warning }) => ({
            ...{ line, text: warning },
            column: colonnes.find(({ field }) => warning.startsWith(`${field} `))?.header,
          }))}
        />
      )}
    </>
  )
}

function Reading({ run: { statut, octets, octetsLus, lignes } }: { run: ImportRunInFull }) {
  const words = useTexts(importTexts)
  const { count, percent } = useFormats()
  const share = octets > 0 ? Math.min(1, octetsLus / octets) : 0
  return (
    <Stack gap="xs">
      <Progress value={share * 100} size="lg" aria-label={words.en_cours} />
      <Text size="sm" role="status">
        {statut === 'en_attente' ? words.waits : words.read(count(lignes), percent(share))}
      </Text>
      <Text size="sm" c="dimmed">
        {words.goesOn}
      </Text>
    </Stack>
  )
}

function Outcome({ run: { resultat, dryRun } }: { run: ImportRunInFull }) {
  const words = useTexts(importTexts)
  const { count } = useFormats()
  if (!resultat) return null
  const figures = [
    [words.created, resultat.created],
    [words.updated, resultat.updated],
    [words.unchanged, resultat.unchanged],
    [words.failed, resultat.failed],
  ] as const
  return (
    <Stack gap="xs">
      <Title order={2} size="h4">
        {dryRun ? words.wouldCome : words.cameOf}
      </Title>
      <SimpleGrid cols={{ base: 2, sm: 4 }}>
        {figures.map(
          ([label, value]) =>
            value !== undefined && (
              <Paper key={label} withBorder p="sm">
                <Text size="sm" c="dimmed">
                  {label}
                </Text>
                <Text size="xl" fw={600}>
                  {count(value)}
                </Text>
              </Paper>
            ),
        )}
      </SimpleGrid>
    </Stack>
  )
}
