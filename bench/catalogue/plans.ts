import { readStatistics } from '../../src/catalogue/index/store.ts'
import { listRebuilds } from '../../src/catalogue/rebuild/store.ts'
import { findProducts } from '../../src/catalogue/search/search-products.ts'
import { explain } from '../support/explain.ts'
import { kinds } from './searches.ts'

/** Returns PostgreSQL's plans for each kind of request, as Markdown. */
export async function explainCatalogue(url: string, family: string) {
  const [common, other] = kinds['the 40 commonest words'] as [string, string]
  const page = { page: 1, limit: 20 }
  const asked: [string, Parameters<typeof findProducts>[1]][] = [
    ['a page', { ...page, page: 3 }],
    ['the last page of a million', { page: 10_000, limit: 100 }],
    ['a page of a family', { ...page, famille: family }],
    ['a rare word', { ...page, search: 'chromecast' }],
    ['the commonest word', { ...page, search: common }],
    ['the two commonest words', { ...page, search: `${common} ${other}` }],
    ['a common word within a family', { ...page, search: 'black', famille: family }],
    ['a common and a rarer word', { ...page, search: 'black remote' }],
    ['five words, one of them rare', { ...page, search: 'iphone 6 plus cases trend' }],
    ['a misspelt word', { ...page, search: 'headphnoes' }],
    ['two words in one', { ...page, search: 'applewatch' }],
  ]
  const texts: string[] = []
  for (const [name, query] of asked)
    texts.push(await explain(url, name, db => findProducts(db, query, false)))
  texts.push(await explain(url, 'statistics', readStatistics))
  texts.push(await explain(url, 'rebuilds', db => listRebuilds(db, 20)))
  return texts.join('\n')
}
