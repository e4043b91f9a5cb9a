import { defineTexts, useTexts } from '../../language/language.tsx'
import { headersOf, requiredHeadersOf } from '../../parts/exports/record-columns.ts'
import { recordExport } from '../../parts/exports/record-export.ts'
import { type ImportSource, importCalls } from '../../parts/imports/source.ts'

const kindTexts = defineTexts({
  fr: {
    produits: 'Produits',
    relations: 'Prix d’achat des fournisseurs',
    fournisseurs: 'Fournisseurs',
    magasins: 'Magasins',
    entrepots: 'Entrepôts',
    back: 'Retour aux produits',
  },
  en: {
    produits: 'Products',
    relations: 'Purchase prices of suppliers',
    fournisseurs: 'Suppliers',
    magasins: 'Stores',
    entrepots: 'Warehouses',
    back: 'Back to the products',
  },
})

const KINDS = ['produits', 'relations', 'fournisseurs', 'magasins', 'entrepots'] as const

/** Imports of catalogue data. */
export function useCatalogueImports(): { source: ImportSource; back: string } {
  const words = useTexts(kindTexts)
  const base = '/api/publique'
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
      })),
    },
  }
}
