import { createHash } from 'node:crypto'
import { compact } from '../../platform/http/pages.ts'
import { momentOf } from '../../platform/moment.ts'
import { plain } from '../../platform/text.ts'
import type { ProductChange } from '../../reference/contract.ts'
import type { PriceHistory } from '../reductions/reduced-price.ts'
import type { Product } from '../schemas.ts'
import { categoryOf } from '../words/categories.ts'
import { brandKey, identifierKey, tokensOf } from '../words/tokens.ts'
import { weightTerms } from '../words/weighted-terms.ts'

/** Matches the words that introduce a product's purpose: `Case for Lynx 7`, `Batterie compatible avec Lynx 7`. */
const PURPOSE = /\s(?:for|fits|pour|compatible (?:with|avec)|adapte[es]* (?:a|aux|au))\s/

const ACCESSORIES = /\b(?:accessor(?:y|ies)|accessoires?)\b/

/** Returns the normalized name up to its purpose, or the whole name if it has no purpose or begins with it. */
function headOf(nom: string): string {
  const compared = plain(nom)
  const at = compared.search(PURPOSE)
  return at > 0 ? compared.slice(0, at) : compared
}

/**
 * Returns the words that identify the kind of product: those of its name without the purpose, and of the last level of its
 * category.
 */
const identityOf = (nom: string, levels: readonly string[]): string[] => [
  ...new Set([...tokensOf(headOf(nom)), ...tokensOf(levels.at(-1))]),
]

/** Whether a product is an accessory, by its name or a level of its category. */
const isAccessory = (nom: string, levels: readonly string[]) =>
  PURPOSE.test(plain(nom)) || levels.some(level => ACCESSORIES.test(plain(level)))

/** The exclusive upper bound of the number derived from an ean. */
const NUMBERS = 2 ** 24
const MAX_WORDS = 63
/** The lowest position of accessories. */
const FIRST_ACCESSORY = NUMBERS * (MAX_WORDS + 1)

/**
 * Returns the position of a product among equally relevant results: accessories last, short names first, then by a number
 * derived from its ean, so that the order is the same after every import.
 */
function placeAmongEquals(ean: string, accessory: boolean, words: number): number {
  const number = createHash('sha256').update(ean).digest().readUInt32BE() % NUMBERS
  return (accessory ? FIRST_ACCESSORY : 0) + Math.min(words, MAX_WORDS) * NUMBERS + number
}

/**
 * The search table has partitions 0 to 9: the first has half of the products, the second a quarter, and so on. The last
 * two have the same size.
 */
export const LAST_PARTITION = 9

/** Returns the partition of a product: the number of zero bits at the end of its position, at most `LAST_PARTITION`. */
export const partitionOf = (place: number) => {
  const bits = place | (1 << LAST_PARTITION)
  return 31 - Math.clz32(bits & -bits)
}

/** Messages of earlier versions contain no `createdAt`. */
const historyOf = ({ createdAt, prix }: ProductChange): PriceHistory | null =>
  createdAt === undefined ? null : compact({ createdAt: String(createdAt), prix: prix ?? undefined })

/** The stored JSON of a product. Its availability and its purchase price are separate columns. */
export type ProductDocument = Omit<Product, 'enStock' | 'stockConnu'>

/**
 * A product in the read model. `mots` are its search terms (`weighted-terms.ts`), none unless it is listed; `rang` is
 * its position among equally relevant results; `identifiants` are the normalized ean and supplier references.
 */
export type ProductRecord = {
  id: number
  version: number
  actif: boolean
  supprime: boolean
  categorie: string
  marque: string
  /** `prix` and `tri` sort lists, together with the id. */
  prix: number
  tri: string
  rang: number
  identifiants: string[]
  document: ProductDocument
  historique: PriceHistory | null
  prixDAchatFournisseurCents: number | null
  mots: string[]
}

/** Index entries have a maximum size. */
const MAX_SORT_LENGTH = 200

const DAY = /^\d{4}-\d\d-\d\d$/

/**
 * Returns a date in ISO format; undefined if it is absent or invalid. A day without a time becomes midnight UTC,
 * because midnight in Paris is still the day before in UTC.
 */
function moment(date: string | null | undefined) {
  if (!date) return undefined
  return momentOf(DAY.test(date) ? `${date}T00:00Z` : date)?.toISOString()
}

function documentOf(product: ProductChange, categoriesPath: string[]): ProductDocument {
  const { id, ean, nom, categories, statutProduit, prixDeVenteCents } = product
  const known = <T>(value: T | null | undefined) => value ?? undefined
  return compact({
    reference: ean,
    id,
    sku: known(product.sku),
    nom,
    description: known(product.description),
    categories,
    categoriesPath,
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
    retractable: product.retractable === false ? (false as const) : undefined,
  })
}

/** Messages of earlier versions contain no `referencesFournisseurs`, only the preferred supplier's `sku`. */
const identifiersOf = ({ ean, sku, referencesFournisseurs = [] }: ProductChange) => [
  ...new Set([ean, sku ?? '', ...referencesFournisseurs].filter(text => text !== '').map(identifierKey)),
]

export function productRecordOf(product: ProductChange): ProductRecord {
  const { id, version, supprime, marque } = product
  const category = categoryOf(product.categories)
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
    document: documentOf(product, category.levels),
    historique: historyOf(product),
    prixDAchatFournisseurCents: product.prixDAchatFournisseurCents ?? null,
    mots: actif
      ? weightTerms({
          families: category.families,
          identity: identityOf(product.nom, category.levels),
          name,
          title: [...name, ...tokensOf(marque), ...category.tokens],
          text: tokensOf(product.description),
        })
      : [],
  }
}

/** The written form of a category path or a brand, by its normalized form. */
export type Label = { genre: 'categorie' | 'marque'; cle: string; libelle: string }

/** Returns one label for each category path and brand of listed products, in the order of the primary key. */
export function labelsOf(products: readonly ProductRecord[]): Label[] {
  const labels = new Map<string, Label>()
  const add = (label: Label) => {
    if (label.cle !== '') labels.set(`${label.genre} ${label.cle}`, label)
  }
  for (const { actif, categorie, marque, document } of products) {
    if (!actif) continue
    add({ genre: 'categorie', cle: categorie, libelle: document.categoriesPath.join(' > ') })
    add({ genre: 'marque', cle: marque, libelle: document.marque?.trim() ?? marque })
  }
  return [...labels].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, label]) => label)
}
