import { Alert, Anchor, Badge, Button, Group, Select, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { writeMoment } from '../../parts/exports/csv.ts'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { defineColumns } from '../../parts/exports/read-all.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { Details } from './details.tsx'
import { NewSheet } from './new-sheet.tsx'
import {
  daysSince,
  FILTERS,
  LIMIT,
  type Repair,
  readRepairs,
  usePendingEventCount,
  useRepairs,
} from './repairs.ts'
import { NextStep } from './step.tsx'
import { repairTexts } from './texts.ts'

const COLUMNS = defineColumns<Repair>({
  Ticket: ({ ticketId }) => ticketId,
  'Créée le': ({ createdAt }) => writeMoment(createdAt),
  Produit: ({ idProduit }) => idProduit,
  Motif: ({ motif }) => motif,
  'N° client': ({ idClient }) => idClient,
  Étape: ({ statut }) => repairTexts.fr[statut ?? 'SANS_EVENEMENT'],
})

/** Repairs, oldest first; by default those in progress. */
export default function Repairs() {
  const texts = useTexts(repairTexts)
  const { count } = useFormats()
  const { get, page, set } = useSearchState()
  const [shown, show] = useState<Repair>()
  const [isAdding, add] = useState(false)
  const repairs = useRepairs({ step: get('statut'), search: get('search'), page })
  const untold = usePendingEventCount().data ?? 0
  const age = (createdAt: string) => {
    const days = daysSince(createdAt)
    return days === 0 ? texts.today : texts.days(count(days), days === 1)
  }
  return (
    <Page
      title={texts.title}
      actions={
        <>
          <ExportButton
            source={{
              name: 'reparations',
              columns: COLUMNS,
              rowKey: ({ id }) => id,
              read: paging => readRepairs({ step: get('statut'), search: get('search'), ...paging }),
            }}
          />
          <Button onClick={() => add(true)}>{texts.add}</Button>
        </>
      }
    >
      {untold > 0 && <Alert color="yellow">{texts.waiting(count(untold))}</Alert>}
      <Group gap="sm" align="flex-end">
        <SearchBox value={get('search')} onSearch={search => set({ search })} label={texts.search} />
        <Select
          label={texts.filter}
          data={[
            { value: '', label: texts.open },
            ...FILTERS.map(value => ({ value, label: texts[value] })),
            { value: 'toutes', label: texts.every },
          ]}
          value={get('statut')}
          onChange={statut => set({ statut: statut ?? '' })}
          allowDeselect={false}
          w="min(100%, 15rem)"
        />
      </Group>
      <Answer of={repairs}>
        {({ data, total }) => (
          <>
            <DataTable
              caption={texts.title}
              rows={data}
              rowKey={({ id }) => id}
              empty={texts.empty}
              columns={[
                {
                  key: 'ticket',
                  title: texts.ticket,
                  cell: repair => (
                    <Anchor
                      component="button"
                      type="button"
                      size="sm"
                      onClick={() => show(repair)}
                      aria-label={`${texts.details} : ${repair.ticketId}`}
                    >
                      {repair.ticketId}
                    </Anchor>
                  ),
                },
                { key: 'age', title: texts.age, cell: ({ createdAt }) => age(createdAt) },
                {
                  key: 'product',
                  title: texts.product,
                  cell: ({ idProduit, motif }) => (
                    <div>
                      <Text size="sm">{idProduit}</Text>
                      <Text size="xs" c="dimmed" lineClamp={1}>
                        {motif}
                      </Text>
                    </div>
                  ),
                },
                { key: 'customer', title: texts.customer, cell: ({ idClient }) => idClient },
                {
                  key: 'step',
                  title: texts.step,
                  cell: ({ statut }) => (
                    <Badge variant="light" tt="none" color={statut === 'REPARATION_OK' ? 'teal' : 'blue'}>
                      {texts[statut ?? 'SANS_EVENEMENT']}
                    </Badge>
                  ),
                },
                { key: 'next', title: texts.actions, cell: repair => <NextStep repair={repair} /> },
              ]}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
      {shown && <Details repair={shown} onClose={() => show(undefined)} />}
      {isAdding && <NewSheet onClose={() => add(false)} />}
    </Page>
  )
}
