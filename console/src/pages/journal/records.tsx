import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useProductNames } from '../../parts/product-names.ts'
import { useStores } from '../../parts/stores.ts'
import { pageAddress } from '../../sales/links.tsx'
import { wordsOf } from './operations.ts'

type Entry = Shapes['Audit']

/** The address of the page of a record, or of the list that contains it; undefined if it has none. */
const ADDRESSES: Record<string, (record: string) => string | undefined> = {
  product: record => `/produits/${record.split('/', 1)[0]}`,
  stock: record => `/produits/${record.split('/')[1]}`,
  promotion: record => `/promotions/${record}`,
  code: () => '/codes',
  order: record => `/commandes/${encodeURIComponent(record)}`,
  payment: record => (/^\d+$/.test(record) ? `/paiements/${record}` : undefined),
  withdrawal: () => '/retractations',
  client: record => (/^(CLI_\w+|\d+)$/.test(record) ? `/clients/${record}` : undefined),
  privacy: record => (/^(CLI_\w+|\d+)$/.test(record) ? `/clients/${record}` : undefined),
  store: () => '/magasins',
  delivery: record => `/livraison/${record}`,
  repair: () => '/reparations',
  mail: () => '/courriels',
  staff: () => '/equipe',
  key: () => '/cles',
  webhook: record => `/webhooks/${record.split('/', 1)[0]}`,
  system: () => '/systeme',
}

/** Returns of goods and imports have identifiers of their own, which no page has in its address. */
const WITHOUT_PAGE = [
  'returnGoods',
  'importProducts',
  'importProductSuppliers',
  'importStocks',
  'importClients',
  'importClientFile',
]
const isGone = (operation: string) => /^(delete|remove(?!Supplier))/.test(operation)

/** A link to the record of an entry; its name alone if the record has no page, or no longer exists. */
export function RecordLink({ entry, name }: { entry: Entry; name: string }) {
  const { enregistrement, operation } = entry
  if (enregistrement === null) return <>—</>
  const kind = wordsOf(operation)?.[0] ?? ''
  if (kind === 'slip')
    return (
      <Anchor size="sm" href={`/api/v1/privee/bordereaux/${enregistrement}?format=html`}>
        {name}
      </Anchor>
    )
  const hasPage = !isGone(operation) && !WITHOUT_PAGE.includes(operation)
  const path = hasPage ? ADDRESSES[kind]?.(enregistrement) : undefined
  if (path === undefined) return <>{name}</>
  return (
    <Anchor component={Link} href={pageAddress(path)} fz="inherit">
      {name}
    </Anchor>
  )
}

/** Returns a function that names the record of an entry: as it was then, or as products, stores and staff are now. */
export function useRecordNames(entries: readonly Entry[]) {
  const { nameOf: storeOf } = useStores()
  const kindOf = ({ operation }: Entry) => wordsOf(operation)?.[0]
  const productIdOf = (entry: Entry) => {
    if (WITHOUT_PAGE.includes(entry.operation)) return undefined
    const parts = entry.enregistrement?.split('/') ?? []
    const id = Number(
      kindOf(entry) === 'stock' ? parts[1] : kindOf(entry) === 'product' ? parts[0] : Number.NaN,
    )
    return Number.isInteger(id) ? id : undefined
  }
  const productOf = useProductNames(
    entries.flatMap(entry => (entry.libelle === null ? (productIdOf(entry) ?? []) : [])),
  )
  const { data: staff } = usePeople()
  return (entry: Entry) => {
    const { enregistrement, libelle } = entry
    if (libelle !== null || enregistrement === null) return libelle ?? '—'
    const kind = kindOf(entry)
    const productId = productIdOf(entry)
    if (productId !== undefined)
      return kind === 'stock'
        ? `${productOf(productId)} (${storeOf(Number(enregistrement.split('/', 1)[0]))})`
        : productOf(productId)
    if (kind === 'store') return storeOf(Number(enregistrement))
    const member = kind === 'staff' && staff?.find(({ id }) => String(id) === enregistrement)
    return member ? member.nom : enregistrement
  }
}

/** The first hundred members of staff. */
export const usePeople = () =>
  useQuery({
    queryKey: ['team', 'names'],
    queryFn: async () =>
      (await answerOf(api.GET('/api/v1/privee/personnel', { params: { query: { page: 1, limit: 100 } } })))
        .data,
    staleTime: 60_000,
  })
