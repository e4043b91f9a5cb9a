import { wordsOf } from '../platform/text.ts'
import type { ProductChange } from './events.ts'
import type { Product } from './schemas.ts'
import { familiesOf, familyKey, levelsOf, vectorOf } from './words.ts'

/** A row of the read model. */
export type ReadProduct = {
  id: number
  version: number
  actif: boolean
  supprime: boolean
  categorie: string
  marque: string
  familles: string[]
  document: Product
  prixDAchatFournisseurCents: number | null
  vecteurNom: string
  vecteur: string
}

/** A leap second is a date-time by its format, and no moment here. */
function moment(date: string | null) {
  const at = new Date(date ?? Number.NaN)
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString()
}

function documentOf(product: ProductChange): Product {
  const { id, ean, nom, categories, statutProduit, prixDeVenteCents } = product
  const known = <T>(value: T | null) => value ?? undefined
  return {
    reference: ean,
    id,
    sku: known(product.sku),
    nom,
    description: known(product.description),
    categories,
    categoriesPath: levelsOf(categories),
    marque: known(product.marque),
    statutProduit,
    prixDeVenteCents,
    prixDeVente: prixDeVenteCents / 100,
    ean,
    photosUrls: product.photosUrls ?? [],
    poids: known(product.poids),
    couleurs: known(product.couleurs),
    dimensions: known(product.dimensions),
    caracteristiquesTechniques: known(product.caracteristiquesTechniques),
    documentationUrl: known(product.documentationUrl),
    dateFinReapprovisionnement: moment(product.dateFinReapprovisionnement),
    dateFinDeVie: moment(product.dateFinDeVie),
    quantiteMin: known(product.quantiteMin),
    packaging: product.packaging === null ? undefined : String(product.packaging),
    dureeGarantie: known(product.dureeGarantie),
  }
}

/** What the read model keeps of a product, and the words that it can be found by. */
export function readProduct(product: ProductChange): { row: ReadProduct; words: string[] } {
  const { id, version, supprime, categories, marque } = product
  const named = [
    ['A', wordsOf(product.nom)],
    ['B', wordsOf(marque)],
    ['C', wordsOf(categories)],
  ] as const
  const described = wordsOf(product.description)
  const row = {
    id,
    version,
    actif: !supprime && product.statutProduit === 'actif',
    supprime,
    categorie: familyKey(categories),
    marque: wordsOf(marque).join(' '),
    familles: familiesOf(categories),
    document: documentOf(product),
    prixDAchatFournisseurCents: product.prixDAchatFournisseurCents,
    vecteurNom: vectorOf(named),
    vecteur: vectorOf([...named, ['D', described]]),
  }
  return { row, words: row.actif ? [...named.flatMap(([, words]) => words), ...described] : [] }
}
