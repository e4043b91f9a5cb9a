import { answerOf, api } from '../../api/client.ts'
import { defineTexts, useTexts } from '../../language/language.tsx'
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
}

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
      kinds: [
        {
          ...{ nature: 'produits', label: words.produits, path: `${base}/produits/import`, hasModes: true },
          columns:
            'ean, nom, prixDeVenteCents, tauxTva, description, categories, marque, statutProduit, photosUrls…',
        },
        {
          ...{ nature: 'relations', label: words.relations, path: `${base}/produits/fournisseurs/import` },
          ...{
            hasModes: true,
            columns: 'produitId, fournisseurId, prixFournisseurCents, delaiLivraisonJours…',
          },
        },
        {
          ...{ nature: 'fournisseurs', label: words.fournisseurs, path: `${base}/fournisseurs/import` },
          ...{ hasModes: true, columns: 'nomLegal, codeFournisseur, adresse, email, telephone…' },
        },
        {
          ...{ nature: 'magasins', label: words.magasins, path: `${base}/magasins/import` },
          ...{ hasModes: true, columns: 'nom, adresse, horaires, type…' },
        },
        {
          ...{ nature: 'entrepots', label: words.entrepots, path: `${base}/entrepots/import` },
          ...{ hasModes: true, columns: 'nom, adresse, typeEntrepot, capaciteStockage…' },
        },
      ],
    },
  }
}
