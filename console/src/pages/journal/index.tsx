import { Badge, Button, Group, Select, Text, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { writeMoment } from '../../parts/exports/csv.ts'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { defineColumns } from '../../parts/exports/read-all.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { Changes } from './changes.tsx'
import { KINDS, operationsOf, wordsOf } from './operations.ts'
import { RecordLink, usePeople, useRecordNames } from './records.tsx'
import { journalTexts } from './texts.ts'

const LIMIT = 50
/** Paging ends at this offset; filters give access to older entries. */
const DEEPEST = 10_000
const FILTERS = ['recherche', 'enregistrement', 'dateFrom', 'dateTo'] as const
/** Shorter texts find nearly everything, so the server refuses them. */
const MIN_SEARCH = 2

const journalColumns = (nameOf: (operation: string) => string) =>
  defineColumns<Shapes['Audit']>({
    Date: ({ le }) => writeMoment(le),
    Auteur: ({ auteur }) => auteur,
    Nature: ({ nature }) => journalTexts.fr[nature],
    Opération: ({ operation }) => nameOf(operation),
    Domaine: ({ domaine }) => domaine,
    Enregistrement: ({ enregistrement }) => enregistrement,
    Résultat: ({ resultat, codeHttp }) =>
      resultat === 'fait' ? journalTexts.fr.fait : journalTexts.fr.refuse(String(codeHttp)),
    Requête: ({ requestId }) => requestId,
  })

/** Audit trail: changes with their authors, newest first. */
export default function Journal() {
  const texts = useTexts(journalTexts)
  const { language } = useLanguage()
  const { moment } = useFormats()
  const { get, page, set } = useSearchState()
  const kind = KINDS.find(kind => kind === get('genre'))
  const filters = {
    ...Object.fromEntries(
      FILTERS.flatMap(name =>
        get(name).length >= (name === 'recherche' ? MIN_SEARCH : 1) ? [[name, get(name)]] : [],
      ),
    ),
    ...(kind && { operation: operationsOf(kind).join() }),
  }
  const read = (paging: { page: number; limit: number }) =>
    answerOf(api.GET('/api/v1/privee/audits', { params: { query: { ...filters, ...paging } } }))
  const trail = useQuery({
    queryKey: ['journal', filters, page],
    queryFn: () => read({ page, limit: LIMIT }),
    placeholderData: keepPreviousData,
  })
  const { data: people = [] } = usePeople()
  const nameOf = useRecordNames(trail.data?.data ?? [])
  const operationOf = (operation: string) => wordsOf(operation)?.[language === 'fr' ? 1 : 2] ?? operation
  return (
    <Page
      title={texts.title}
      actions={
        <ExportButton
          source={{
            name: 'journal',
            columns: journalColumns(operationOf),
            rowKey: ({ id, domaine }) => `${domaine} ${id}`,
            read,
            most: DEEPEST,
          }}
        />
      }
    >
      <Text size="sm" c="dimmed">
        {texts.hint}
      </Text>
      <Group gap="sm" align="flex-end">
        <SearchBox
          value={get('recherche')}
          onSearch={recherche => set({ recherche })}
          label={texts.search}
          suggestions={people.map(({ nom }) => nom)}
        />
        <Select
          label={texts.kind}
          data={[{ value: '', label: texts.every }, ...KINDS.map(value => ({ value, label: texts[value] }))]}
          value={kind ?? ''}
          onChange={genre => set({ genre: genre ?? '' })}
          allowDeselect={false}
          w="min(100%, 14rem)"
        />
        <TextInput
          type="date"
          label={texts.from}
          value={get('dateFrom')}
          onChange={event => set({ dateFrom: event.currentTarget.value })}
        />
        <TextInput
          type="date"
          label={texts.to}
          value={get('dateTo')}
          onChange={event => set({ dateTo: event.currentTarget.value })}
        />
      </Group>
      {get('enregistrement') && (
        <Group gap="sm">
          <Text size="sm">{texts.ofRecord(get('enregistrement'))}</Text>
          <Button size="compact-sm" variant="default" onClick={() => set({ enregistrement: '', genre: '' })}>
            {texts.everything}
          </Button>
        </Group>
      )}
      <Answer of={trail}>
        {({ data, total }) => (
          <>
            <DataTable
              caption={texts.title}
              rows={data}
              rowKey={({ id, domaine }) => `${domaine} ${id}`}
              empty={texts.empty}
              columns={[
                { key: 'when', title: texts.when, cell: ({ le }) => moment(le) },
                {
                  key: 'who',
                  title: texts.who,
                  cell: ({ auteur, nature }) => `${auteur} (${texts[nature]})`,
                },
                {
                  key: 'what',
                  title: texts.what,
                  cell: entry => (
                    <div>
                      <Changes entry={entry} name={nameOf(entry)} kind={wordsOf(entry.operation)?.[0]} />
                      {/* The sentences of the changes already say that the record was changed. */}
                      {!entry.modifications && operationOf(entry.operation)}
                    </div>
                  ),
                },
                {
                  key: 'record',
                  title: texts.record,
                  cell: entry => <RecordLink entry={entry} name={nameOf(entry)} />,
                },
                {
                  key: 'outcome',
                  title: texts.outcome,
                  cell: ({ resultat, codeHttp }) => (
                    <Badge variant="light" tt="none" color={resultat === 'fait' ? 'teal' : 'orange'}>
                      {resultat === 'fait' ? texts.fait : texts.refuse(String(codeHttp))}
                    </Badge>
                  ),
                },
              ]}
            />
            {total > DEEPEST && (
              <Text size="sm" c="dimmed">
                {texts.deep}
              </Text>
            )}
            <Pager
              page={page}
              limit={LIMIT}
              total={Math.min(total, DEEPEST)}
              onPage={next => set({ page: next })}
            />
          </>
        )}
      </Answer>
    </Page>
  )
}
