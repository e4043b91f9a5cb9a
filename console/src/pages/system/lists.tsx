import { Text } from '@mantine/core'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import type { State } from './states.ts'
import { systemTexts } from './texts.ts'
import { useNames } from './use-names.ts'

/** A name in words, above the technical one. */
export const Named = ({ name, words }: { name: string; words: string }) => (
  <div>
    {words}
    {words !== name && (
      <Text size="xs" c="dimmed">
        {name}
      </Text>
    )}
  </div>
)

export function Events({ files }: { files: State['evenements']['files'] }) {
  const texts = useTexts(systemTexts)
  const { count, moment } = useFormats()
  const nameOf = useNames()
  return (
    <DataTable
      caption={texts.events}
      rows={files}
      rowKey={({ file }) => file}
      empty={texts.noEvents}
      columns={[
        {
          key: 'queue',
          title: texts.queue,
          cell: ({ file }) => <Named name={file} words={nameOf(file, true)} />,
        },
        { key: 'waiting', title: texts.waiting, isNumber: true, cell: ({ enAttente }) => count(enAttente) },
        { key: 'oldest', title: texts.oldest, cell: ({ plusAncien }) => moment(plusAncien) },
      ]}
    />
  )
}

export function Jobs({ jobs }: { jobs: State['taches'] }) {
  const texts = useTexts(systemTexts)
  const { count, moment } = useFormats()
  const nameOf = useNames()
  /** Counts of 0 are omitted: most kinds of job have a single waiting job and nothing else. */
  const stateOf = ({ enAttente, enCours, enRetard, enEchec, abandonnees }: State['taches'][number]) =>
    [
      [texts.waiting, enAttente] as const,
      [texts.running, enCours] as const,
      [texts.late, enRetard] as const,
      [texts.failed, enEchec] as const,
      [texts.lost, abandonnees] as const,
    ]
      .filter(([, number]) => number > 0)
      .map(([word, number]) => `${word} : ${count(number)}`)
      .join(' · ')
  return (
    <DataTable
      caption={texts.jobs}
      rows={jobs}
      rowKey={({ nom }) => nom}
      empty={texts.noJobs}
      columns={[
        { key: 'job', title: texts.job, cell: ({ nom }) => <Named name={nom} words={nameOf(nom)} /> },
        { key: 'state', title: texts.state, cell: job => stateOf(job) },
        { key: 'next', title: texts.next, cell: ({ prochaine }) => (prochaine ? moment(prochaine) : '—') },
      ]}
    />
  )
}
