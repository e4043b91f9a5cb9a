import type { Static } from 'typebox'
import type { ProductList } from '../../src/catalogue/schemas.ts'
import { originals, words as real } from '../support/data.ts'
import { percentiles } from '../support/load.ts'
import { table } from '../support/race.ts'
import { kinds, names, pairsOfMisspelt, possible } from './searches.ts'

type Answer = { ms: number; total: number; first: { id: number; nom: string } | undefined }

async function ask(base: string, path: string, search: string): Promise<Answer> {
  const start = performance.now()
  const response = await fetch(`${base}${path}?search=${encodeURIComponent(search)}`)
  const text = await response.text()
  const ms = performance.now() - start
  if (response.status !== 200) throw new Error(`${search}: ${response.status} ${text.slice(0, 200)}`)
  const { data, pagination } = JSON.parse(text) as Static<typeof ProductList>
  return { ms, total: pagination?.total ?? 0, first: data[0] }
}

/** Each search after the one before is answered; the plain way until `mostMs` are over. */
async function timed(
  base: string,
  path: string,
  searches: readonly string[],
  mostMs = Number.POSITIVE_INFINITY,
) {
  const start = performance.now()
  const times: number[] = []
  for (const search of searches) {
    if (performance.now() - start > mostMs) break
    times.push((await ask(base, path, search)).ms)
  }
  const mostOf = Number(Math.max(...times).toFixed(1))
  return { ...percentiles(times), mostOf, asked: times.length }
}

const PLAIN_MOST_MS = 4_000
const WARMING = 30

/** One caller, one search at a time: what it takes, by kind, beside the plain way. */
export async function latencies(base: string, plain: string) {
  const rows: (string | number)[][] = []
  for (const [kind, searches] of Object.entries(kinds)) {
    await timed(base, '/api/products', searches.slice(0, WARMING))
    const ours = await timed(base, '/api/products', searches)
    const spread = searches.filter((_, i) => i % Math.ceil(searches.length / 60) === 0)
    const theirs = await timed(plain, '/plain/search', spread, PLAIN_MOST_MS)
    rows.push([
      ...[kind, searches.length, ours.medianMs, ours.p95Ms, ours.mostOf],
      ...[`${theirs.medianMs} (${theirs.asked})`, theirs.p95Ms],
    ])
  }
  return table(
    ['searches', 'of them', 'median, ms', 'p95, ms', 'most, ms', 'plain way: median, ms (of)', 'p95, ms'],
    rows,
  )
}

/** How many of the real searches find something and rank well, as they were typed and with a letter wrong. */
export async function quality(base: string) {
  const askAll = async (searches: readonly string[]) => {
    const answers: Answer[] = []
    for (const search of searches) answers.push(await ask(base, '/api/products', search))
    return answers
  }
  const right = await askAll(real)
  const wrong = await askAll(pairsOfMisspelt.map(({ typed }) => typed))
  const countOf = <Item>(items: readonly Item[], holds: (item: Item, i: number) => unknown) =>
    items.filter(holds).length
  const meant = new Map(real.map((search, i) => [search, right[i]]))
  const found = ({ first }: Answer) => first
  return table(
    [
      'searches',
      'of them',
      'find something',
      'first: a product with a word in its name',
      'first: the same product',
    ],
    [
      [
        ...['as typed', real.length, countOf(right, found)],
        ...[countOf(right, ({ first }, i) => first && names(real[i]!, first.nom)), ''],
      ],
      [
        ...['one letter wrong', wrong.length, countOf(wrong, found)],
        countOf(wrong, ({ first }, i) => first && names(pairsOfMisspelt[i]!.meant, first.nom)),
        countOf(
          wrong,
          ({ first }, i) => first && first.id === meant.get(pairsOfMisspelt[i]!.meant)?.first?.id,
        ),
      ],
      [
        `possible at most, of the ${originals.length} originals`,
        real.length,
        possible.found,
        possible.named,
        '',
      ],
    ],
  )
}
