import type { Fields } from '../fields.ts'

export const relationFields: Fields = {
  prixFournisseurCents: { kind: 'integer', description: 'Purchase price in cents; negative is 422' },
  delaiLivraisonJours: { kind: 'integer', min: 0, description: 'Days' },
  quantiteMinimaleCommande: { kind: 'integer', min: 0 },
  referenceFournisseur: { kind: 'text', max: 255 },
  packaging: { kind: 'integer', min: 0, description: 'Units per carton' },
  statutRelation: {
    kind: 'text',
    max: 50,
    default: 'actif',
    description: '`prefere`: its terms are those of the product in the catalogue',
  },
}

const supplier: Fields = { fournisseurId: { kind: 'integer', min: 1, required: true } }
export const relationOfProduct: Fields = { ...supplier, ...relationFields }
export const relationInFile: Fields = {
  produitId: { kind: 'integer', min: 1, required: true },
  ...relationOfProduct,
}
