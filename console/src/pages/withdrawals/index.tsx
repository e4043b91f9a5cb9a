import { Group, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { salesTexts } from '../../sales/texts.ts'
import {
  WITHDRAWAL_STATUSES,
  WITHDRAWALS,
  WITHDRAWALS_PATH,
  withdrawalTexts,
} from '../../sales/withdrawals.tsx'
import { withdrawalColumns } from './export.ts'
import { WithdrawalTable } from './table.tsx'
import { pageTexts } from './texts.ts'

const LIMIT = 20
/** The filter without which those to check are shown. */
const ALL = 'toutes'

/** Withdrawals from orders, the one that must be refunded first at the top; by default those that staff must check. */
export default function Withdrawals() {
  const texts = useTexts(pageTexts)
  const words = useTexts(withdrawalTexts)
  const { status } = useTexts(salesTexts)
  const { get, page, set } = useSearchState()
  const chosen = get('statut') || 'a_verifier'
  const statut = WITHDRAWAL_STATUSES.find(status => status === chosen)
  const order = get('commande')
  const query = {
    ...{ page, limit: LIMIT, ...(statut && { statut }) },
    ...(order !== '' && { commandeConnue: order === 'connue' }),
  }
  const read = (paging: { page: number; limit: number }) =>
    answerOf(api.GET(WITHDRAWALS_PATH, { params: { query: { ...query, ...paging } } }))
  const withdrawals = useQuery({
    queryKey: [...WITHDRAWALS, query],
    queryFn: () => read({ page, limit: LIMIT }),
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  })
  return (
    <Page
      title={texts.title}
      actions={
        <ExportButton
          source={{ name: 'retractations', columns: withdrawalColumns, rowKey: ({ id }) => id, read }}
        />
      }
    >
      <Group gap="sm" align="flex-end">
        <Select
          label={status}
          data={[
            ...WITHDRAWAL_STATUSES.map(value => ({ value, label: words[value] })),
            { value: ALL, label: texts.allStatuses },
          ]}
          value={statut ?? ALL}
          onChange={value => set({ statut: value ?? ALL })}
          allowDeselect={false}
          className="filter"
        />
        <Select
          label={texts.knownOrder}
          data={[
            { value: '', label: texts.allOrders },
            { value: 'connue', label: texts.known },
            { value: 'inconnue', label: texts.unknown },
          ]}
          value={order}
          onChange={value => set({ commande: value ?? '' })}
          allowDeselect={false}
          className="filter"
        />
      </Group>
      <Answer of={withdrawals}>
        {({ data, total }) => (
          <>
            <WithdrawalTable
              withdrawals={data}
              empty={statut === 'a_verifier' && order === '' ? texts.emptyToCheck : texts.empty}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
    </Page>
  )
}
