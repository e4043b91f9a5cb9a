import { Anchor, Button, Group, Select } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { recordExport } from '../../parts/exports/record-export.ts'
import { Page } from '../../parts/page.tsx'
import { Pager } from '../../parts/pager.tsx'
import { searchProducts } from '../../parts/product-search.ts'
import { SearchBox } from '../../parts/search-box.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { useStores } from '../../parts/stores.ts'
import { Thumbnail } from '../../parts/thumbnail.tsx'
import { useMay } from '../../shell/session.tsx'
import { stockTexts } from '../../stock/texts.ts'
import { listTexts, STATUSES, type Status } from './list-texts.ts'
import { type Listed, QuickPrice, QuickStock, useListedStocks, useStockStore } from './quick-edit.tsx'
import { StatusBadge } from './status-badge.tsx'

const LIMIT = 20
/** Highest `page` that the interface accepts. */
const LAST_PAGE = 1_000

const isStatus = (text: string): text is Status => STATUSES.some(status => status === text)

export function ProductList() {
  const words = useTexts(listTexts)
  const stockWords = useTexts(stockTexts)
  const { euros } = useFormats()
  const may = useMay()
  const { get, page, set } = useSearchState()
  const [search, status, sort] = [get('search'), get('statut'), get('tri') || 'nom']
  const state = isStatus(status) ? { statutProduit: status } : {}
  const filters = { ...(search ? { search } : {}), ...state }
  const query = { page: Math.min(page, LAST_PAGE), limit: LIMIT, sort, ...state }
  const products = useQuery({
    queryKey: ['products', 'list', search, query],
    queryFn: () => searchProducts(search, query),
    placeholderData: keepPreviousData,
  })
  const { choices, own } = useStores()
  const storeId = useStockStore(get('magasin'))
  const stocks = useListedStocks(
    products.data?.rows.flatMap(({ id }) => id ?? []) ?? [],
    storeId,
    may('warehouse'),
  )
  return (
    <Page
      title={words.title}
      actions={
        <>
          <ExportButton source={recordExport('produits', { ...filters, sort })} />
          {may('catalogue') && (
            <>
              <Button component={Link} href="/imports" variant="default">
                {words.imports}
              </Button>
              <Button component={Link} href="/nouveau">
                {words.create}
              </Button>
            </>
          )}
        </>
      }
    >
      <Group gap="sm">
        <SearchBox value={search} onSearch={text => set({ search: text })} label={words.search} />
        <Select
          className="filter"
          aria-label={words.status}
          placeholder={words.allStatuses}
          clearable
          value={isStatus(status) ? status : null}
          onChange={value => set({ statut: value ?? '' })}
          data={STATUSES.map(value => ({ value, label: words[value] }))}
        />
        <Select
          className="filter"
          aria-label={words.sort}
          allowDeselect={false}
          value={sort}
          onChange={value => set({ tri: value ?? '' })}
          data={[
            { value: 'nom', label: words.byName },
            { value: 'prixDeVenteCents', label: words.byPrice },
            { value: '-prixDeVenteCents', label: words.byPriceDown },
            { value: '-updatedAt', label: words.byChange },
          ]}
        />
        {may('warehouse') && choices.length > 1 && (
          <Select
            className="filter"
            aria-label={stockWords.store}
            placeholder={stockWords.allStores}
            searchable
            clearable={own === null}
            value={storeId === undefined ? null : String(storeId)}
            onChange={value => set({ magasin: value ?? '' })}
            data={choices}
          />
        )}
      </Group>
      <Answer of={products}>
        {({ rows, total }) => (
          <>
            <DataTable
              caption={words.title}
              rows={rows}
              rowKey={({ id }) => id ?? ''}
              empty={words.nothing}
              columns={[
                {
                  key: 'nom',
                  title: words.name,
                  cell: ({ id, nom, photosUrls }) => (
                    <Group gap="xs" wrap="nowrap">
                      <Thumbnail photo={photosUrls?.[0]} name={nom} />
                      <Anchor component={Link} href={`/${id}`} inherit>
                        {nom}
                      </Anchor>
                    </Group>
                  ),
                },
                { key: 'ean', title: words.ean, cell: ({ ean }) => ean },
                { key: 'marque', title: words.brand, cell: ({ marque }) => marque },
                { key: 'categories', title: words.category, cell: ({ categories }) => categories },
                {
                  key: 'prix',
                  title: words.price,
                  isNumber: true,
                  cell: product =>
                    may('catalogue') ? (
                      <QuickPrice product={product} />
                    ) : (
                      euros(product.prixDeVenteCents ?? 0)
                    ),
                },
                ...(may('warehouse')
                  ? [
                      {
                        key: 'stock',
                        title: storeId === undefined ? stockWords.free : stockWords.there,
                        isNumber: true,
                        cell: (product: Listed) => <QuickStock product={product} stocks={stocks} />,
                      },
                    ]
                  : []),
                {
                  key: 'statut',
                  title: words.status,
                  cell: ({ statutProduit = 'actif' }) => <StatusBadge status={statutProduit} />,
                },
              ]}
            />
            <Pager
              page={page}
              limit={LIMIT}
              total={Math.min(total, LIMIT * LAST_PAGE)}
              onPage={next => set({ page: next })}
            />
          </>
        )}
      </Answer>
    </Page>
  )
}
