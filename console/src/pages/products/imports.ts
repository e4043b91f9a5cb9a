import { answerOf, api } from '../../api/client.ts'
import { defineTexts, useTexts } from '../../language/language.tsx'
import { headersOf, requiredHeadersOf } from '../../parts/exports/record-columns.ts'
import { recordExport } from '../../parts/exports/record-export.ts'
import type { ImportSource } from '../../parts/imports/source.ts'

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

const path = '/api/v1/privee/imports'
const calls = {
  list: (page: number) => answerOf(api.GET(path, { params: { query: { page, limit: 20 } } })),
  get: (id: number) => answerOf(api.GET(`${path}/{id}`, { params: { path: { id } } })),
  keep: (id: number) =>
    answerOf(api.PATCH(`${path}/{id}`, { params: { path: { id } }, body: { dryRun: false } })),
  giveUp: (id: number) => answerOf(api.DELETE(`${path}/{id}`, { params: { path: { id } } })),
  readRefused: (id: number) =>
    answerOf(api.GET(`${path}/{id}/lignes-refusees`, { params: { path: { id } } })),
}

const KINDS = ['produits', 'relations', 'fournisseurs', 'magasins', 'entrepots'] as const

/** Imports of catalogue data. */
export function useCatalogueImports(): { source: ImportSource; back: string } {
  const words = useTexts(kindTexts)
  const base = '/api/publique'
  return {
    back: words.back,
    source: {
      ...calls,
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
