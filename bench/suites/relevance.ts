import { signals } from '../../src/catalogue/search/store/ranking.ts'
import { type Engine, miniSearch, ownSearch, plainVector } from '../relevance/engines.ts'
import { products, queries } from '../relevance/judged-set.ts'
import { judge, summarise } from '../relevance/measure.ts'
import { root } from '../support/bench.ts'
import { checkOut } from '../support/other-commit.ts'
import { table } from '../support/statistics.ts'
import type { Suite } from '../support/suite.ts'

/** The last commit before products were ranked by what they are. */
const BEFORE = '058974f'

async function judgedBy(search: Engine) {
  const judged = []
  for (const query of queries) judged.push(judge(query, products, await search(query.typed)))
  return summarise(judged)
}

const figure = (value: number) => value.toFixed(3)

/** What each signal is worth: all of them, and all but one. */
async function withoutEach(search: Engine) {
  const whole = [...signals]
  const rows = [['all signals', ...(await judgedBy(search)).map(({ ndcg }) => figure(ndcg))]]
  for (const left of whole) {
    signals.splice(0, signals.length, ...whole.filter(signal => signal !== left))
    const found = await judgedBy(search)
    rows.push([`without: ${left.name}`, ...found.map(({ ndcg }) => figure(ndcg))])
  }
  signals.splice(0, signals.length, ...whole)
  return rows
}

export const suite: Suite = {
  about: 'which products a search shows first, on a judged set of our own',
  minutes: 2,
  async run(bench) {
    const before = await ownSearch(checkOut(bench, BEFORE), await bench.database(), products)
    const now = await ownSearch(root, await bench.database(), products)
    bench.atEnd(() => Promise.all([before.db.close(), now.db.close()]))
    const engines: [string, Engine][] = [
      [`Comptoir before (${BEFORE})`, before.search],
      ['Comptoir', now.search],
      ['MiniSearch', miniSearch(products)],
      ['a plain tsvector', await plainVector(now.db, products)],
    ]
    const rows: (string | number)[][] = []
    for (const [engine, search] of engines) {
      bench.progress.now(engine)
      for (const { kind, queries: count, ndcg, first, nothing } of await judgedBy(search))
        rows.push([engine, kind, count, figure(ndcg), first, nothing])
    }
    const each = await withoutEach(now.search)
    const kinds = (await judgedBy(now.search)).map(({ kind }) => kind)
    return {
      text: `${products.length} products and ${queries.length} searches of \`bench/relevance/\`, of which a person says what they mean. NDCG at 10, grades 0 to 3. The size of the shop and the rounds above do not matter here.

${table(['engine', 'searches', 'of them', 'NDCG at 10', 'right thing first', 'nothing found'], rows)}

What each signal of \`src/catalogue/search/store/ranking.ts\` is worth, NDCG at 10. The first one stays, though it is worth nothing among so few products: in a large shop it also decides which thousand are ranked (docs/search.md).

${table(['signals', ...kinds], each)}`,
    }
  },
}
