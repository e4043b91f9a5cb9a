import { Button, Checkbox, Group, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { OrderLink } from '../../sales/links.tsx'
import { printAddress } from '../../sales/slips.ts'
import { slipColumns } from './export.ts'
import { Filters } from './filters.tsx'
import { useMoves } from './move.ts'
import { SlipTable } from './slip-table.tsx'
import { LIMIT, readSlips, useSlips } from './slips.ts'
import { useStoreName } from './stores.ts'
import { slipTexts } from './texts.ts'

/** Delivery slips by store and status, oldest first; by default those to prepare. */
export default function Slips() {
  const texts = useTexts(slipTexts)
  const { count } = useFormats()
  const { get, page, set } = useSearchState()
  const storeId = get('storeId')
  // A link of an order leads to its slips, whatever their status.
  const ordreId = get('ordreId')
  const statut = get('statut') || (ordreId ? 'tous' : 'a_preparer')
  const slips = useSlips({ statut, storeId, ordreId, page })
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const { prepare } = useMoves()
  const nameOf = useStoreName()

  const shown = slips.data?.data ?? []
  const picked = shown.filter(({ id }) => chosen.has(id))
  const open = picked.filter(slip => slip.statut === 'a_preparer' || slip.statut === 'incomplet')
  const preparing = useMutation({ mutationFn: () => prepare(open), onSuccess: () => setChosen(new Set()) })
  const choose = (id: number, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(id)
    else next.delete(id)
    setChosen(next)
  }
  return (
    <Page
      title={texts.title}
      actions={
        <ExportButton
          source={{
            name: 'bons',
            columns: slipColumns(nameOf),
            rowKey: ({ id }) => id,
            read: paging => readSlips({ statut, storeId, ordreId, ...paging }),
          }}
        />
      }
    >
      <Filters
        storeId={storeId}
        statut={statut}
        onChange={changes => {
          setChosen(new Set())
          set(changes)
        }}
      />
      {ordreId && (
        <Group gap="sm">
          <Text size="sm">
            {texts.ofOrder} <OrderLink id={ordreId} />
          </Text>
          <Button size="compact-sm" variant="default" onClick={() => set({ ordreId: '', statut: '' })}>
            {texts.everySlip}
          </Button>
        </Group>
      )}
      <Answer of={slips}>
        {({ data, total }) => (
          <>
            {data.length > 0 && (
              <Group gap="xs">
                <Checkbox
                  label={texts.selectAll}
                  checked={picked.length === data.length}
                  indeterminate={picked.length > 0 && picked.length < data.length}
                  onChange={event =>
                    setChosen(new Set(event.currentTarget.checked ? data.map(({ id }) => id) : []))
                  }
                />
                {picked.length > 0 && (
                  <Button
                    component="a"
                    variant="default"
                    size="xs"
                    href={printAddress(picked.map(({ id }) => id))}
                    target="_blank"
                  >
                    {texts.print(count(picked.length))}
                  </Button>
                )}
                {open.length > 0 && (
                  <Button size="xs" onClick={() => preparing.mutate()} loading={preparing.isPending}>
                    {texts.prepareMany(count(open.length))}
                  </Button>
                )}
              </Group>
            )}
            {preparing.error && <ErrorAlert error={preparing.error} />}
            <SlipTable
              slips={data}
              chosen={chosen}
              onChoose={choose}
              showStore={storeId === ''}
              empty={statut === 'a_preparer' ? texts.emptyToPrepare : texts.empty}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
    </Page>
  )
}
