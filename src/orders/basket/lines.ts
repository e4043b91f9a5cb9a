import { Problem } from '../../platform/problem.ts'
import type { Article as Product } from '../../reference/contract.ts'
import type { Basket } from '../pricing/basket.ts'
import { sum } from '../pricing/spread.ts'
import { STANDARD_RATE } from '../pricing/vat.ts'
import type { Article } from '../schemas.ts'
import type { Line } from '../tables.ts'

const NOT_FOR_SALE = ['inactif', 'en_developpement', 'obsolete']

/** Throws 422 if the sum in cents is too large to be exact. */
export function checkSum(articles: Article[]) {
  const cents = sum(articles.map(({ quantite, prixUnitaireCents }) => quantite * prixUnitaireCents))
  if (cents > Number.MAX_SAFE_INTEGER)
    throw new Problem(422, 'montant-trop-grand', 'The sum of the articles is too large')
}

const unknownArticle = (id: Article['id']) =>
  new Problem(422, 'produit-inconnu', `Article ${id} does not exist`)

/**
 * Throws 422, which names the article, if a product is not for sale or its price is not the given one, or if it is
 * unknown and `strict` is set.
 */
export function checkArticles(articles: Article[], products: Map<string, Product>, strict: boolean) {
  for (const { id, prixUnitaireCents } of articles) {
    const product = products.get(String(id))
    if (!product) {
      if (strict) throw unknownArticle(id)
      continue
    }
    if (NOT_FOR_SALE.includes(product.statutProduit))
      throw new Problem(422, 'produit-hors-vente', `Article ${id} (${product.nom}) is not for sale`)
    if (product.prixDeVenteCents !== prixUnitaireCents)
      throw new Problem(
        422,
        'prix-change',
        `Article ${id} (${product.nom}) costs ${product.prixDeVenteCents} cents, not ${prixUnitaireCents}`,
        { attendu: product.prixDeVenteCents },
      )
  }
}

/**
 * Returns the lines of a basket at current prices. Throws 422 for an article that is unknown or not for sale, or too
 * large a sum.
 */
export function priceLines(
  articles: readonly Pick<Article, 'id' | 'quantite'>[],
  products: Map<string, Product>,
): OrderedLine[] {
  const priced = articles.map(({ id, quantite }): Article => {
    const product = products.get(String(id))
    if (!product) throw unknownArticle(id)
    return { id, quantite, prixUnitaireCents: product.prixDeVenteCents }
  })
  checkSum(priced)
  checkArticles(priced, products, true)
  return createOrderLines(priced, products)
}

/** A line with its EAN, which promotions may target. */
export type OrderedLine = Line & { ean: string | null }

/** Merges articles into one line per article and price, in order of first appearance. */
export function createOrderLines(
  articles: (Article & { nom?: unknown })[],
  products: Map<string, Product>,
): OrderedLine[] {
  const lines = new Map<string, OrderedLine>()
  for (const { id, nom, quantite, prixUnitaireCents } of articles) {
    const product = products.get(String(id))
    const articleId = String(product?.id ?? id)
    const key = `${prixUnitaireCents} ${product ? 'connu' : 'inconnu'} ${articleId}`
    const line = lines.getOrInsertComputed(key, () => ({
      articleId,
      nom: product?.nom ?? (typeof nom === 'string' && nom !== '' ? nom : articleId),
      ean: product?.ean ?? null,
      categories: product?.categories ?? null,
      quantite: 0,
      prixUnitaireCents,
      connu: product !== undefined,
      // The current rate; unknown products use the standard rate.
      tauxTva: product?.tauxTva ?? STANDARD_RATE,
      ...(product?.retractable === false && { retractable: false as const }),
      ...(product?.fournisseur && { fournisseur: product.fournisseur }),
    }))
    line.quantite += quantite
  }
  return [...lines.values()]
}

/** Returns the lines as stored with an order, each with its price after promotions. */
export const linesToStore = ({ lines }: Basket<OrderedLine>): Line[] =>
  lines.map(({ line: { ean, ...line }, totalCents }) => ({ ...line, totalCents }))

/**
 * Returns the known products of an order, which alone can be reserved. Each has a single line because it has a single
 * price.
 */
export const reservableArticles = (lines: Line[]) =>
  lines.filter(({ connu }) => connu).map(({ articleId, quantite }) => ({ id: articleId, quantite }))
