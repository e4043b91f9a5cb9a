import { LRUCache } from 'lru-cache'
import { compact } from '../../platform/http/pages.ts'
import { momentOf } from '../../platform/moment.ts'
import { plain } from '../../platform/text.ts'
import type { ProductChange } from '../../reference/contract.ts'
import type { Product } from '../schemas.ts'
import { familiesOf, familyKey, levelsOf } from '../words/families.ts'
import { identityOf, isAccessory } from '../words/identity.ts'
import { placeAmongEquals } from '../words/place.ts'
import { brandKey, identifierKey, tokensOf } from '../words/tokens.ts'
import { weightedTerms } from '../words/weighted-terms.ts'

/** A product as reference describes it; its availability is stored beside it. */
export type ProductDocument = Omit<Product, 'enStock'>

/**
 * A product in the read model. `mots` are its weighted terms while it is listed, `rang` is its place among equally good
 * results, `identifiants` are the ean and the references of its suppliers.
 */
export type ProductRecord = {
  id: number
  version: number
  actif: boolean
  supprime: boolean
  categorie: string
  marque: string
  /** Lists are sorted by these and by the id. */
  prix: number
  tri: string
  rang: number
  identifiants: string[]
  document: ProductDocument
  prixDAchatFournisseurCents: number | null
  mots: string[]
}

/** An index bounds its entries; nobody sees an order by more than this. */
const MAX_SORT_LENGTH = 200

const DAY = /^\d{4}-\d\d-\d\d$/

/** A date alone is returned as its midnight in UTC, so that its day can be read from it. */
function moment(date: string | null | undefined) {
  if (!date) return undefined
  return momentOf(DAY.test(date) ? `${date}T00:00Z` : date)?.toISOString()
}

type Category = { key: string; levels: string[]; tokens: string[]; families: string[] }

const readCategory = (path: string): Category => ({
  key: familyKey(path),
  levels: levelsOf(path),
  tokens: tokensOf(path),
  families: familiesOf(path),
})

/** Thousands of products share a category. */
const categories = new LRUCache<string, Category>({ max: 10_000, memoMethod: readCategory })

function documentOf(product: ProductChange, category: Category): ProductDocument {
  const { id, ean, nom, categories, statutProduit, prixDeVenteCents } = product
  const known = <T>(value: T | null | undefined) => value ?? undefined
  return compact({
    reference: ean,
    id,
    sku: known(product.sku),
    nom,
    description: known(product.description),
    categories,
    categoriesPath: category.levels,
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
    packaging: known(product.packaging)?.toString(),
    dureeGarantie: known(product.dureeGarantie),
  })
}

/** A message from before this version names the reference of the preferred supplier alone. */
const identifiersOf = ({ ean, sku, referencesFournisseurs = [] }: ProductChange) => [
  ...new Set([ean, sku ?? '', ...referencesFournisseurs].filter(text => text !== '').map(identifierKey)),
]

export function productRecordOf(product: ProductChange): ProductRecord {
  const { id, version, supprime, marque } = product
  const category = categories.memo(product.categories)
  const actif = !supprime && product.statutProduit === 'actif'
  const name = tokensOf(product.nom)
  return {
    id,
    version,
    actif,
    supprime,
    categorie: category.key,
    marque: brandKey(product.marque),
    prix: product.prixDeVenteCents,
    tri: plain(product.nom).slice(0, MAX_SORT_LENGTH),
    rang: placeAmongEquals(product.ean, isAccessory(product.nom, category.levels), name.length),
    identifiants: identifiersOf(product),
    document: documentOf(product, category),
    prixDAchatFournisseurCents: product.prixDAchatFournisseurCents ?? null,
    mots: actif
      ? weightedTerms({
          families: category.families,
          identity: identityOf(product.nom, category.levels),
          name,
          title: [...name, ...tokensOf(marque), ...category.tokens],
          text: tokensOf(product.description),
        })
      : [],
  }
}
