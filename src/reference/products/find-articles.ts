import { createBatcher } from '../../platform/database/batcher.ts'
import type { Database } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import type { Article } from '../contract.ts'
import { articlesBy } from './store.ts'

const MOST_REFS = 200

/** Products by id or ean, in the order asked for; where a reference is both, the id wins. */
export function createFindArticles(db: Database): (list: string) => Promise<Article[]> {
  /** Every order and every basket asks: what is asked in one moment is read at once. */
  const together = createBatcher(async (lists: string[][]) => {
    const all = [...new Set(lists.flat())]
    const articles = await articlesBy(db, all.filter(isId).map(Number), all)
    const byId = new Map(articles.map(article => [String(article.id), article]))
    const byEan = new Map(articles.map(article => [article.ean, article]))
    return lists.map(refs =>
      refs.flatMap(ref => {
        const article = byId.get(ref) ?? byEan.get(ref)
        return article ? [{ ref, ...article }] : []
      }),
    )
  })

  return async list => {
    const refs = [...new Set(list.split(',').map(ref => ref.trim()))].filter(ref => ref !== '')
    if (refs.length === 0 || refs.length > MOST_REFS)
      throw new Problem(
        400,
        'requete-invalide',
        `refs takes 1 to ${MOST_REFS} ids or eans, separated by commas`,
      )
    return together(refs)
  }
}

const isId = (ref: string) => /^[1-9]\d{0,14}$/.test(ref)
