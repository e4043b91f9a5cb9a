import { defineTexts, useTexts } from '../../language/language.tsx'
import { headersOf, requiredHeadersOf } from '../../parts/exports/record-columns.ts'
import { recordExport } from '../../parts/exports/record-export.ts'
import { type ImportSource, importCalls, type Kind } from '../../parts/imports/source.ts'

const kindTexts = defineTexts({
  fr: {
    produits: 'Produits',
    relations: 'Prix d’achat des fournisseurs',
    fournisseurs: 'Fournisseurs',
    magasins: 'Magasins',
    entrepots: 'Entrepôts',
    back: 'Retour aux produits',
    seeProducts: (count: string) => (count === '1' ? 'Voir le produit' : `Voir les ${count} produits`),
    seeStores: 'Voir les magasins',
  },
  en: {
    produits: 'Products',
    relations: 'Purchase prices of suppliers',
    fournisseurs: 'Suppliers',
    magasins: 'Stores',
    entrepots: 'Warehouses',
    back: 'Back to the products',
    seeProducts: (count: string) => (count === '1' ? 'See the product' : `See the ${count} products`),
    seeStores: 'See the stores',
  },
})

const KINDS = ['produits', 'relations', 'fournisseurs', 'magasins', 'entrepots'] as const

/** Imports of catalogue data. */
export function useCatalogueImports(): { source: ImportSource; back: string } {
  const words = useTexts(kindTexts)
  const base = '/api/publique'
  const lists: Partial<Record<(typeof KINDS)[number], Kind['list']>> = {
    // The products that an import has just written are the first ones.
    produits: { path: '/produits?tri=-updatedAt', label: words.seeProducts },
    magasins: { path: '/magasins', label: () => words.seeStores },
  }
  return {
    back: words.back,
    source: {
      ...importCalls('/api/v1/privee/imports'),
      name: 'catalogue',
      changes: ['products', 'suppliers', 'stores', 'categories'],
      kinds: KINDS.map(nature => ({
        nature,
        label: words[nature],
        path: `${base}/${nature === 'relations' ? 'produits/fournisseurs' : nature}/import`,
        hasModes: true,
        ...{ headers: headersOf(nature), required: requiredHeadersOf(nature) },
        ...(nature !== 'relations' && { existing: recordExport(nature) }),
        ...(lists[nature] && { list: lists[nature] }),
      })),
    },
  }
}
