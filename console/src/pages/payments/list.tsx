import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api, ignoreNotFound } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { Choice, Filters, Period } from '../../sales/filters.tsx'
import { salesTexts } from '../../sales/texts.ts'
import { paymentColumns } from './export.ts'
import { Outcomes } from './outcomes.tsx'
import { Reconciliation } from './reconciliation.tsx'
import { parsePaymentId, queryOf, STATUSES } from './search.ts'
import { PaymentTable } from './table.tsx'
import { paymentTexts } from './texts.ts'

const LIMIT = 20

/** The payment with this number as a list of one, or an empty list. */
async function findPayment(id: number) {
  const found = await ignoreNotFound(
    answerOf(api.GET('/api/private/transactions/{id}', { params: { path: { id } } })),
  )
  return { data: found ? [found] : [], total: found ? 1 : 0 }
}

export function PaymentList() {
  const texts = useTexts(paymentTexts)
  const words = useTexts(salesTexts)
  const { count } = useFormats()
  const state = useSearchState()
  const { get, page, set } = state
  const id = parsePaymentId(get('search'))
  const asked = queryOf(get)
  const query = { ...asked, page, limit: LIMIT, sort: '-createdAt' as const }
  const read = (paging: { page: number; limit: number }) =>
    id
      ? findPayment(id)
      : answerOf(api.GET('/api/private/transactions', { params: { query: { ...query, ...paging } } }))
  const payments = useQuery({
    queryKey: ['payments', query, id],
    queryFn: () => read({ page, limit: LIMIT }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={texts.title}
      actions={
        <ExportButton
          source={{ name: 'paiements', columns: paymentColumns, rowKey: payment => payment.id, read }}
        />
      }
    >
      <SearchBox value={get('search')} onSearch={search => set({ search })} label={texts.search} />
      <Filters state={state} names={['statut', 'nature', 'from', 'to', 'search']}>
        <Choice
          state={state}
          name="statut"
          label={words.status}
          options={STATUSES.map(value => ({
            value,
            label: value === 'paye' ? words.transaction_paye : words[value],
          }))}
        />
        <Choice
          state={state}
          name="nature"
          label={texts.nature}
          options={(['paiement', 'remboursement'] as const).map(value => ({ value, label: texts[value] }))}
        />
        <Period state={state} />
      </Filters>
      {!id && <Outcomes asked={asked} onChoose={status => set({ statut: status, nature: 'paiement' })} />}
      <Answer of={payments}>
        {({ data, total }) => (
          <>
            <PaymentTable caption={`${texts.title} (${count(total)})`} payments={data} />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
      <Reconciliation />
    </Page>
  )
}
