import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { asPage } from '../../api/lists.ts'
import { defineTexts, useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { recordExport } from '../../parts/exports/record-export.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { SearchBox } from '../../parts/search-box.tsx'
import { useSearchState } from '../../parts/search-state.ts'

const storeTexts = defineTexts({
  fr: { title: 'Magasins', number: 'N°', name: 'Nom', address: 'Adresse', hours: 'Horaires' },
  en: { title: 'Stores', number: 'No.', name: 'Name', address: 'Address', hours: 'Opening hours' },
})

const LIMIT = 20

/** The stores with their addresses and opening hours. */
export default function Stores() {
  const words = useTexts(storeTexts)
  const { get, page, set } = useSearchState()
  const search = get('search')
  const stores = useQuery({
    queryKey: ['stores', search, page],
    queryFn: async () =>
      asPage(
        await answerOf(
          api.GET('/api/publique/magasins', { params: { query: { page, limit: LIMIT, search } } }),
        ),
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <Page
      title={words.title}
      actions={<ExportButton source={recordExport('magasins', search ? { search } : {})} />}
    >
      <SearchBox value={search} onSearch={text => set({ search: text })} />
      <Answer of={stores}>
        {({ rows, total }) => (
          <>
            <DataTable
              caption={words.title}
              rows={rows}
              rowKey={({ id }) => id ?? ''}
              columns={[
                { key: 'id', title: words.number, cell: ({ id }) => id },
                { key: 'nom', title: words.name, cell: ({ nom }) => nom },
                { key: 'adresse', title: words.address, cell: ({ adresse }) => adresse },
                { key: 'horaires', title: words.hours, cell: ({ horaires }) => horaires },
              ]}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
          </>
        )}
      </Answer>
    </Page>
  )
}
