import { createMiniSearch, createOwnSearch, createVectorSearch, type Engine } from '../relevance/engines.ts'
import { products, searches } from '../relevance/judged-set.ts'
import { judge, summarise } from '../relevance/measure.ts'
import { renderTable } from '../support/statistics.ts'
import type { Suite } from '../support/suite.ts'

async function judgedBy(search: Engine) {
  const judged = []
  for (const one of searches) judged.push(judge(one, products, await search(one.typed)))
  return summarise(judged)
}

const figure = (value: number) => value.toFixed(3)

export const suite: Suite = {
  about: 'ranking quality of searches on a judged set',
  minutes: 2,
  async run(bench) {
    const own = await createOwnSearch(await bench.database(), products)
    bench.atEnd(() => own.db.close())
    const engines: [string, Engine][] = [
      ['Comptoir', own.search],
      ['Comptoir, `pertinents`', own.searchTitles],
      ['MiniSearch', createMiniSearch(products)],
      ['a plain tsvector', await createVectorSearch(own.db, products)],
    ]
    const rows: (string | number)[][] = []
    for (const [engine, search] of engines) {
      bench.progress.now(engine)
      for (const { kind, queries: count, ndcg, first, nothing } of await judgedBy(search))
        rows.push([engine, kind, count, figure(ndcg), first, nothing])
    }
    return {
      text: `${products.length} products and ${searches.length} searches of \`bench/relevance/\`, graded by hand from 0 to 3. The number of products and rounds above does not apply to this suite.

${renderTable(['engine', 'searches', 'of them', 'NDCG at 10', 'right thing first', 'nothing found'], rows)}`,
    }
  },
}
