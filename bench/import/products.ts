import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { createForm, upload } from '../../src/commands/import/upload.ts'
import type { ImportAnswer } from '../../src/platform/imports/import.ts'
import type { Bench } from '../support/bench.ts'
import { generateProducts } from '../support/data.ts'
import { waitUntilSearchable } from '../support/fill-shop.ts'

/** Writes items as one JSON array, one item per line. */
export async function writeArray(file: string, items: Iterable<unknown>) {
  const out = createWriteStream(file)
  let text = '['
  let separator = ''
  for (const item of items) {
    text += separator + JSON.stringify(item)
    separator = ',\n'
    if (text.length < 1 << 20) continue
    if (!out.write(text)) await once(out, 'drain')
    text = ''
  }
  out.end(`${text}]`)
  await once(out, 'close')
}

/** Writes the products after number `from` up to number `to` to a file, and returns its path. */
export async function writeProductFile(directory: string, from: number, to: number) {
  const file = join(directory, `produits-${from}-${to}.json`)
  await writeArray(file, generateProducts(to).drop(from))
  return file
}

export async function importProducts(base: string, file: string, count: number) {
  const path = '/api/publique/produits/import'
  const answer = await upload<ImportAnswer>({ url: base }, path, await createForm(file))
  if (answer.created !== count) throw new Error(JSON.stringify(answer).slice(0, 500))
}

/** Returns the URL of the database that the suites of a run share; imports the products unless an earlier suite has. */
export function openSharedShop(bench: Bench): Promise<string> {
  const { run, options, progress } = bench
  run.shop ??= (async () => {
    const url = await bench.database(run.scope)
    const platform = await bench.platform(url)
    progress.now(`importing ${options.products} products`)
    const file = await writeProductFile(bench.directory, 0, options.products)
    await importProducts(platform.base, file, options.products)
    await waitUntilSearchable(platform.base, options.products)
    await platform.stop()
    return url
  })()
  return run.shop
}
