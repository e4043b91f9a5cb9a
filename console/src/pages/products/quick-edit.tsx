import { Anchor, Badge } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { answerOf, api, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { InlineNumber } from '../../parts/inline-number.tsx'
import { useStores } from '../../parts/stores.ts'
import { stockTexts } from '../../stock/texts.ts'
import { listTexts } from './list-texts.ts'
import type { Product } from './values.ts'

/** A list returns the requested fields, in this page all of them. */
export type Listed = Partial<Product>

/** The price of a product, edited in the list. */
export function QuickPrice({
  product: { id = 0, nom = '', prixDeVenteCents = 0, updatedAt },
}: {
  product: Listed
}) {
  const words = useTexts(listTexts)
  const { euros } = useFormats()
  const client = useQueryClient()
  const params = { path: { id } }
  const versionOf = (product: Product) => ({
    value: product.prixDeVenteCents / 100,
    version: product.updatedAt,
  })
  return (
    <InlineNumber
      label={words.changePrice(nom, euros(prixDeVenteCents))}
      stored={{ value: prixDeVenteCents / 100, version: updatedAt }}
      read={async () => versionOf(await answerOf(api.GET('/api/publique/produits/{id}', { params })))}
      save={async (price, version) => {
        const saved = await answerOf(
          api.PATCH('/api/publique/produits/{id}', {
            params: { ...params, header: { 'If-Match': `"${version}"` } },
            body: { prixDeVenteCents: Math.round(price * 100) },
          }),
        )
        client.setQueryData(['products', 'one', id], saved)
        await client.invalidateQueries({ queryKey: ['products', 'list'] })
      }}
      format={price => euros(Math.round(price * 100))}
      decimals={2}
      suffix=" €"
      max={20_000_000}
      missing={words.priceMissing}
    >
      {euros(prixDeVenteCents)}
    </InlineNumber>
  )
}

type Stock = Shapes['StockCompte']

/** The store whose stock the list shows: the chosen one, or the first or only one of the user. */
export function useStockStore(chosen: string): number | undefined {
  const { ids, own } = useStores()
  const byDefault = own !== null || ids.length === 1 ? ids[0] : undefined
  return ids.find(id => String(id) === chosen) ?? byDefault
}

const stocksIn = async (storeId: number, productIds: string) =>
  (
    await answerOf(
      api.GET('/api/v1/privee/stocks', { params: { query: { storeId, productIds, limit: 100 } } }),
    )
  ).data

/**
 * The stocks of listed products: in one store, or the units that all stores together can sell. Returns undefined until
 * they are read.
 */
export function useListedStocks(ids: readonly number[], storeId: number | undefined, isEnabled: boolean) {
  const produits = ids.join(',')
  const { data } = useQuery({
    enabled: isEnabled && ids.length > 0,
    queryKey: ['stocks', 'listed', storeId, produits],
    queryFn: async () =>
      storeId === undefined
        ? {
            free: new Map(
              (
                await answerOf(api.GET('/api/v1/privee/disponibilites', { params: { query: { produits } } }))
              ).map(({ productId, disponible }) => [productId, disponible]),
            ),
          }
        : {
            storeId,
            counted: new Map((await stocksIn(storeId, produits)).map(stock => [stock.productId, stock])),
          },
  })
  return data
}
export type ListedStocks = ReturnType<typeof useListedStocks>

/** The stock of a product in the list: edited in place for one store, else a link to the stocks of all stores. */
export function QuickStock({
  product: { id = 0, nom = '' },
  stocks,
}: {
  product: Listed
  stocks: ListedStocks
}) {
  const words = useTexts(stockTexts)
  const { count } = useFormats()
  if (!stocks) return null
  const { free, storeId, counted } = stocks
  const never = (
    <Badge color="yellow" variant="light" tt="none">
      {words.neverCounted}
    </Badge>
  )
  if (storeId !== undefined) {
    const stock = counted.get(id)
    return (
      <StockInput id={id} name={nom} storeId={storeId} stock={stock}>
        {stock ? count(stock.enStock) : never}
      </StockInput>
    )
  }
  const units = free.get(id)
  return (
    <Anchor
      component={Link}
      href={`/${id}#stock`}
      inherit
      aria-label={words.stocksOf(nom, units === undefined ? words.neverCounted : count(units))}
    >
      {units === undefined ? never : count(units)}
    </Anchor>
  )
}

function StockInput({
  id,
  name,
  storeId,
  stock,
  children,
}: {
  id: number
  name: string
  storeId: number
  stock: Stock | undefined
  children: ReactNode
}) {
  const words = useTexts(stockTexts)
  const { count } = useFormats()
  const { nameOf } = useStores()
  const client = useQueryClient()
  const versionOf = (row: Stock | undefined) => ({ value: row?.enStock, version: row?.updatedAt })
  return (
    <InlineNumber
      label={words.countIn(name, nameOf(storeId), stock ? count(stock.enStock) : words.neverCounted)}
      stored={versionOf(stock)}
      read={async () => versionOf((await stocksIn(storeId, String(id)))[0])}
      save={async (quantity, version) => {
        await answerOf(
          api.PATCH('/api/v1/privee/stocks/{storeId}/{productId}', {
            params: {
              path: { storeId, productId: id },
              ...(version === undefined ? {} : { header: { 'If-Match': `"${version}"` } }),
            },
            body: { quantity },
          }),
        )
        await client.invalidateQueries({ queryKey: ['stocks'] })
      }}
      format={count}
      max={1_000_000_000}
    >
      {children}
    </InlineNumber>
  )
}
