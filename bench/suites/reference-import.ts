import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { serverAt } from '../../src/commands/http.ts'
import type { ImportResult } from '../../src/commands/import.ts'
import { upload } from '../../src/commands/upload.ts'
import type { Bench, Suite } from '../support/bench.ts'
import { products } from '../support/data.ts'
import { percentiles } from '../support/load.ts'
import { memory } from '../support/memory.ts'
import { table } from '../support/race.ts'

const SIZES = [10_000, 100_000, 1_000_000]
const PING_EVERY_MS = 20
const MOST_BARE = 200_000

/** Writes the products as one JSON array, a line each. */
async function write(file: string, count: number) {
  const out = createWriteStream(file)
  let separator = '['
  let text = ''
  for (const product of products(count)) {
    text += `${separator}${JSON.stringify(product)}`
    separator = ',\n'
    if (text.length < 1 << 20) continue
    if (!out.write(text)) await once(out, 'drain')
    text = ''
  }
  out.end(`${text}]`)
  await once(out, 'close')
}

/** How long the first product takes to be read, over and over, until `stop`. */
function ping(base: string) {
  const times: number[] = []
  let stopped = false
  const done = (async () => {
    while (!stopped) {
      const start = performance.now()
      await (await fetch(`${base}/api/publique/produits?ids=1`)).text()
      times.push(performance.now() - start)
      await sleep(PING_EVERY_MS)
    }
  })()
  return async () => {
    stopped = true
    await done
    return { ...percentiles(times), mostMs: Math.round(times.at(-1) ?? 0) }
  }
}

async function untilSearchable(base: string, count: number) {
  type Stats = { totalProducts: number }
  const server = serverAt({ url: base })
  while ((await server.call<Stats>('GET', '/api/products/stats')).body.totalProducts < count) await sleep(100)
}

/**
 * The bare limit: PostgreSQL alone writes rows, which it has, to a second table with the same indexes. Rows a second, of
 * MOST_BARE at most, so that the whole suite takes minutes.
 */
async function writeAgain(url: string, count: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('create table public.produit (like reference.produit including all)')
  const start = performance.now()
  await client.query(
    `insert into public.produit overriding system value select * from reference.produit limit ${MOST_BARE}`,
  )
  const seconds = (performance.now() - start) / 1_000
  await client.end()
  return Math.round(Math.min(count, MOST_BARE) / seconds)
}

async function measure(bench: Bench, count: number) {
  const { url } = await bench.database()
  const platform = await bench.platform(url)
  const file = join(bench.directory, `produits-${count}.json`)
  await write(file, count)
  const start = performance.now()
  const stop = ping(platform.base)
  const { body } = await upload({ url: platform.base }, '/api/publique/produits/import', file, () => {})
  const imported = performance.now()
  if ((body as ImportResult).created !== count) throw new Error(JSON.stringify(body).slice(0, 500))
  const others = await stop()
  const mostMb = memory(platform.pid)?.mostMb
  await untilSearchable(platform.base, count)
  const searchable = performance.now()
  const mostMbInAll = memory(platform.pid)?.mostMb
  const bare = await writeAgain(url, count)
  const seconds = (imported - start) / 1_000
  const rate = (time: number) => Math.round(count / time)
  return [
    ...[count, Math.round((await stat(file)).size / 1e6), seconds.toFixed(1), rate(seconds), bare],
    ...[(rate(seconds) / bare).toFixed(2), mostMb ?? 'not known'],
    ...[others.medianMs, others.p95Ms, others.mostMs],
    ...[rate((searchable - start) / 1_000), mostMbInAll ?? 'not known'],
  ]
}

export const suite: Suite = {
  about: 'imports of products: rows a second, memory, and how other requests fare meanwhile',
  async run(bench) {
    const sizes = SIZES.filter(size => size <= bench.options.products)
    const bar = bench.progress('import', sizes.length)
    const rows = []
    for (const size of sizes) {
      rows.push(await measure(bench, size))
      bar.increment(1, { what: `${size} products` })
    }
    return `Each size in a database of its own, by one upload. The bare limit is PostgreSQL alone: \`insert … select\` of the same rows, ${MOST_BARE} at most, into a second table with the same indexes. Memory is the most that the server's process had (VmHWM), its thread for imports included. Beside the import a product is read every ${PING_EVERY_MS} ms. Searchable: from the first byte sent until the catalogue finds the last product. ${bench.options.products < 1_000_000 ? '`--products 1000000` measures all three sizes.' : ''}

${table(
  [
    ...['products', 'file, MB', 'seconds', 'rows/s', 'bare limit, rows/s', 'ratio', 'memory, MB'],
    ...['a read meanwhile: median, ms', 'p95, ms', 'most, ms', 'searchable, rows/s', 'memory until then, MB'],
  ],
  rows,
)}`
  },
}
