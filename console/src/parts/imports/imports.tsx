import { Anchor, Title } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../answer.tsx'
import { DataTable } from '../data-table.tsx'
import { Page } from '../page.tsx'
import { Pager } from '../pager.tsx'
import { useSearchState } from '../search-state.ts'
import { SendForm } from './send-form.tsx'
import { type ImportRun, type ImportSource, labelOf } from './source.ts'
import { StateBadge } from './state-badge.tsx'
import { importTexts } from './texts.ts'

const isOpen = ({ finLe }: ImportRun) => finLe === null

/**
 * A form to upload a file, above the list of previous imports. `base` is the path of this page, `back` a link to its parent.
 */
export function Imports({ source, base, back }: { source: ImportSource; base: string; back: ReactNode }) {
  const words = useTexts(importTexts)
  const { moment, count } = useFormats()
  const { page, set } = useSearchState()
  const runs = useQuery({
    queryKey: ['imports', source.name, 'list', page],
    queryFn: () => source.list(page),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? 2_000 : false),
  })
  const outcomeOf = ({ resultat }: ImportRun) =>
    resultat
      ? [
          `${words.created} : ${count(resultat.created)}`,
          ...(resultat.updated ? [`${words.updated} : ${count(resultat.updated)}`] : []),
          ...(resultat.failed ? [`${words.failed} : ${count(resultat.failed)}`] : []),
        ].join(' · ')
      : '–'
  return (
    <Page title={words.title}>
      {back}
      <SendForm source={source} base={base} />
      <Title order={2} size="h4">
        {words.recent}
      </Title>
      <Answer of={runs}>
        {({ data, total, limit }) => (
          <>
            <DataTable
              caption={words.title}
              rows={data}
              rowKey={({ id }) => id}
              empty={words.none}
              columns={[
                {
                  key: 'file',
                  title: words.file,
                  cell: ({ id, nomFichier }) => (
                    <Anchor component={Link} href={`${base}/${id}`} inherit>
                      {nomFichier ?? words.unnamed}
                    </Anchor>
                  ),
                },
                { key: 'what', title: words.content, cell: ({ nature }) => labelOf(source, nature) },
                { key: 'begun', title: words.begun, cell: ({ createdAt }) => moment(createdAt) },
                { key: 'by', title: words.by, cell: ({ auteur }) => auteur ?? '–' },
                { key: 'state', title: words.state, cell: run => <StateBadge run={run} /> },
                { key: 'outcome', title: words.outcome, cell: outcomeOf },
              ]}
            />
            <Pager page={page} limit={limit} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
    </Page>
  )
}
