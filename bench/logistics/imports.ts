import { join } from 'node:path'
import { formOf, upload } from '../../src/commands/import/upload.ts'
import type { ImportAnswer } from '../../src/platform/imports/line-report.ts'
import { writeArray } from '../import/products.ts'
import type { Bench } from '../support/bench.ts'
import { amount, type Benchmark } from '../support/measure.ts'
import { writingAgain } from '../support/write-again.ts'
import { STORES } from './fill.ts'

const LINES = 200_000
const PRODUCTS = LINES / STORES

/** What each store has of so many products, product by product. */
function* counts(from: number, quantity: number) {
  for (let productId = from; productId < from + PRODUCTS; productId++)
    for (let storeId = 1; storeId <= STORES; storeId++) yield { productId, storeId, quantity }
}

async function send(base: string, file: string) {
  const path = '/api/v1/privee/stocks/import'
  const answer = await upload<ImportAnswer>({ url: base }, path, formOf(file), () => {}, 200)
  if (answer.created !== LINES) throw new Error(JSON.stringify(answer).slice(0, 500))
}

/** Imports of stock: of products that have none from number `fresh` on, and of the first ones, which have. */
export async function stockImports(
  bench: Bench,
  base: string,
  url: string,
  fresh: number,
): Promise<Benchmark[]> {
  const fileOf = async (from: number, quantity: number) => {
    const file = join(bench.directory, `stocks-${from}-${quantity}.json`)
    await writeArray(file, counts(from, quantity))
    return file
  }
  const [some, others] = [await fileOf(1, 1_000_000), await fileOf(1, 1_000_001)]
  let next = fresh
  let unknown = ''
  let sent = 0
  return [
    {
      name: 'new stock, lines imported',
      bare: await writingAgain(bench, url, 'logistics.stock', LINES),
      platform: amount(
        LINES,
        () => send(base, unknown),
        async () => {
          unknown = await fileOf(next, 1_000_000)
          next += PRODUCTS
        },
      ),
    },
    { name: 'stock counted again, all as before', platform: amount(LINES, () => send(base, some)) },
    {
      name: 'stock counted again, all different',
      platform: amount(LINES, () => send(base, sent++ % 2 === 0 ? others : some)),
    },
  ]
}
