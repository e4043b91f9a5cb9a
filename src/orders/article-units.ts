import { findProducts, type OrdersPlatform } from './peers.ts'
import type { Line } from './tables.ts'

/** Units of an article, by its id in the order's lines. */
export type Units = { articleId: string; quantite: number }

/** Adds up the units of each article, in order of first appearance. */
export function mergeUnits(units: readonly Units[]): Units[] {
  const sums = new Map<string, number>()
  for (const { articleId, quantite } of units) sums.set(articleId, quantite + (sums.get(articleId) ?? 0))
  return [...sums].map(([articleId, quantite]) => ({ articleId, quantite }))
}

/** Returns the number of units of an article in a list that names each article once. */
export const countUnits = (units: readonly Units[], articleId: string) =>
  units.find(each => each.articleId === articleId)?.quantite ?? 0

type NamedArticle = { id: string | number; quantite: number }

/** Maps articles to the ids in the order's lines: callers may also name them by EAN. */
export async function resolveUnits(
  peers: OrdersPlatform['peers'],
  lines: readonly Line[],
  articles: readonly NamedArticle[],
): Promise<Units[]> {
  const ids = new Set(lines.map(({ articleId }) => articleId))
  const others = articles.filter(({ id }) => !ids.has(String(id)))
  const products = await findProducts(peers, others)
  return articles.map(({ id, quantite }) => ({
    articleId: String(products.get(String(id))?.id ?? id),
    quantite,
  }))
}
