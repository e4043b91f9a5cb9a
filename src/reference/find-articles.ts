import type { Database } from '../platform/database/database.ts'
import { Problem } from '../platform/http/problem.ts'
import { type Article, articlesBy } from './store/products.ts'

const MOST_REFS = 200

/** Products by id or ean, in the order asked for; where a reference is both, the id wins. */
export async function findArticles(db: Database, list: string): Promise<(Article & { ref: string })[]> {
  const refs = [...new Set(list.split(',').map(ref => ref.trim()))].filter(ref => ref !== '')
  if (refs.length === 0 || refs.length > MOST_REFS)
    throw new Problem(400, `refs takes 1 to ${MOST_REFS} ids or eans, separated by commas`)
  const ids = refs.filter(ref => /^[1-9]\d{0,14}$/.test(ref)).map(Number)
  const articles = await articlesBy(db, ids, refs)
  const byId = new Map(articles.map(article => [String(article.id), article]))
  const byEan = new Map(articles.map(article => [article.ean, article]))
  return refs.flatMap(ref => {
    const article = byId.get(ref) ?? byEan.get(ref)
    return article ? [{ ref, ...article }] : []
  })
}
