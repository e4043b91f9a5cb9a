import { Group, Select } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../../language/language.tsx'
import { useProductNames } from '../../parts/product-names.ts'
import { ProductSelect } from '../../parts/product-select.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { useStores } from '../../parts/stores.ts'
import { stockTexts } from '../../stock/texts.ts'

const idIn = (text: string) => (/^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined)

/** The store and the product in the page's query string. */
export function useStockFilter() {
  const { get, ...rest } = useSearchState()
  return { ...rest, get, storeId: idIn(get('magasin')), productId: idIn(get('produit')) }
}

export function StockFilters({ children }: { children?: ReactNode }) {
  const words = useTexts(stockTexts)
  const { storeId, productId, set } = useStockFilter()
  const stores = useStores()
  const nameOf = useProductNames(productId === undefined ? [] : [productId])
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={words.store}
        placeholder={words.allStores}
        searchable
        clearable
        value={storeId === undefined ? null : String(storeId)}
        onChange={value => set({ magasin: value ?? '' })}
        data={stores.choices}
        className="grow"
      />
      <ProductSelect
        label={words.product}
        placeholder={productId === undefined ? words.anyProduct : nameOf(productId)}
        value={productId ?? null}
        onChoose={id => set({ produit: id ?? '' })}
      />
      {children}
    </Group>
  )
}
