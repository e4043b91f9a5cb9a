import { deriveRecords, indexProducts } from '../../src/catalogue/index/index-products.ts'
import type { Facets, Product } from '../../src/catalogue/schemas.ts'
import { applyStocks } from '../../src/catalogue/stocks/apply-stocks.ts'
import type { StockState } from '../../src/logistics/contract.ts'
import type { ProductChange } from '../../src/reference/contract.ts'
import type { TestPlatform } from './platform.ts'

export type List = {
  data: Product[]
  pagination: { page: number; limit: number; total: number; totalPages: number; totalMinimum?: true }
  approchee?: boolean
  facettes?: Facets
}
export type Stats = {
  totalProducts: number
  activeProducts: number
  categoriesCount: number
  brandsCount: number
  lastSync: string | null
}

/** A product change as it is announced. */
export const change = (id: number, version: number, more: Partial<ProductChange> = {}): ProductChange => ({
  id,
  version,
  supprime: false,
  ean: String(id),
  nom: `Produit ${id}`,
  prixDeVenteCents: 1000,
  description: null,
  photosUrls: null,
  categories: 'Essais',
  marque: null,
  poids: null,
  couleurs: null,
  dimensions: null,
  caracteristiquesTechniques: null,
  dureeGarantie: null,
  statutProduit: 'actif',
  documentationUrl: null,
  dateFinReapprovisionnement: null,
  dateFinDeVie: null,
  sku: null,
  quantiteMin: null,
  packaging: null,
  prixDAchatFournisseurCents: null,
  ...more,
})

/** Returns functions that read the catalogue as its callers do, and two that apply changes as consumers do. */
export function createCatalogueActions(shop: TestPlatform) {
  const list = async (query = '') => (await shop.call<List>('GET', `/api/products?${query}`)).body
  const search = (words: string, more = '') => list(`search=${encodeURIComponent(words)}${more}`)
  return {
    list,
    search,
    names: async (words: string, more = '') => (await search(words, more)).data.map(({ nom }) => nom),
    total: async (famille: string) => (await list(`famille=${encodeURIComponent(famille)}`)).pagination.total,
    stats: async () => (await shop.call<Stats>('GET', '/api/products/stats')).body,
    async consume(...products: ProductChange[]) {
      const read = await deriveRecords(products)
      await shop.platform.db.transaction(tx =>
        indexProducts(tx, read, { now: shop.platform.clock.now(), schedulePendingListMerge: () => {} }),
      )
    },
    consumeStocks: (...states: StockState[]) =>
      shop.platform.db.transaction(tx => applyStocks(tx, states, { now: shop.platform.clock.now() })),
    /** Reads a list page by page; returns the ids of all its products, and the last page's pagination. */
    async pages(query: string, limit: number) {
      const ids: number[] = []
      for (let page = 1; ; page++) {
        const { data, pagination } = await list(`${query}&limit=${limit}&page=${page}`)
        ids.push(...data.map(({ id }) => id))
        if (page >= pagination.totalPages) return { ids, pagination }
      }
    },
  }
}
