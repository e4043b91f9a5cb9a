import { LRUCache } from 'lru-cache'
import type { Static } from 'typebox'
import type { Tx } from '../../platform/database/database.ts'
import {
  createLineReport,
  type Import,
  ImportAnswer,
  type Outcome,
  Refusal,
} from '../../platform/imports/import.ts'
import { importFile } from '../../platform/imports/import-file.ts'
import { createImportRuns } from '../../platform/imports/runs/run-import.ts'
import { problems } from '../../platform/problem.ts'
import { bodyAjv } from '../../platform/schemas.ts'
import { plain } from '../../platform/text.ts'
import type { LogisticsPlatform } from '../context.ts'
import { findKnownProducts, findProductIds, findStoreIdsByName, storeExists } from '../peers.ts'
import { StockLine, type Units } from '../stock-schemas.ts'
import { recordCounts } from './change-stock.ts'
import { findCountsWithoutRow, keyOf } from './store.ts'

const BATCH = 1_000

type CountLine = Static<typeof StockLine>
const isStockLine = bodyAjv.compile<CountLine>(StockLine)

/**
 * The import that sets the counts of a file. Each batch is a separate transaction, so that a long file does not keep
 * stock locked that orders need. Importing the file again sets the same counts.
 */
const stockImport = (parts: LogisticsPlatform): Import<CountLine, Outcome, ImportAnswer> => ({
  batch: BATCH,
  transaction: 'each batch',
  shape: StockLine,
  headers: { ean: ['Code-barres'], quantity: ['Quantité', 'Stock'] },
  open: () => ({
    read: readCount,
    prepare: createResolver(parts),
    async store(tx: Tx, lines) {
      const counts = lines.map(unitsOf)
      const written = await recordCounts(tx, lastOfEach(counts), parts)
      return counts.map(count => {
        const outcome = written.get(keyOf(count)) ?? 'unchanged'
        // A further line of the batch changes the row that the first one adds.
        if (outcome === 'created') written.set(keyOf(count), 'updated')
        return outcome
      })
    },
  }),
  report: () => createLineReport(true),
})

export function createStockImports(parts: LogisticsPlatform) {
  const definition = stockImport(parts)
  return createImportRuns(
    parts,
    [
      {
        nature: 'stocks',
        path: '/api/v1/privee/stocks/import',
        access: 'internal',
        operationId: 'importStocks',
        summary: 'Import stocks',
        description:
          'Sets the physical stock from a JSON array or CSV of `{productId, storeId, quantity}`, or `ean` and `magasin`, the name of the store, instead of the ids. `created` counts the lines that added a stock row, `updated` those that changed its quantity.',
        response: { 200: ImportAnswer, ...problems(400, 415, 503) },
        run: (file, options) => importFile(parts, file, definition, options),
      },
    ],
    {
      area: 'logistics',
      path: '/api/v1/privee/stocks/imports',
      rights: ['warehouse'],
      name: 'StockImports',
    },
  )
}

function readCount(element: unknown): CountLine | Refusal {
  if (isStockLine(element)) {
    if (!element.productId && !element.ean) return new Refusal('ean or productId is missing')
    return element.storeId || element.magasin ? element : new Refusal('magasin or storeId is missing')
  }
  const [error] = isStockLine.errors ?? []
  return new Refusal(`${error?.instancePath.slice(1) ?? ''} ${error?.message ?? 'is invalid'}`.trim())
}

/** A statement can set a row only once, so the last count of each row in the batch applies. */
const lastOfEach = (counts: readonly Units[]) => [
  ...new Map(counts.map(count => [keyOf(count), count])).values(),
]

/** Stores beyond this number displace others, which are then requested again. */
const MAX_STORES = 10_000

/** Returns the count of a line whose ids `createResolver` has set. */
const unitsOf = ({ productId, storeId, quantity }: CountLine): Units => ({
  productId: productId ?? 0,
  storeId: storeId ?? 0,
  quantite: quantity,
})

/**
 * Returns a function that sets the ids of lines with an ean or the name of a store, and refuses those with an unknown
 * product or store. If a listed stock row exists, both are known.
 */
function createResolver({ db, peers }: LogisticsPlatform) {
  const stores = new LRUCache({ max: MAX_STORES, memoMethod: (id: number) => storeExists(peers, id) })
  let idsByName: ReturnType<typeof findStoreIdsByName> | undefined

  /** Returns a function that replaces the ean and the name of a store by ids. */
  async function readIds(lines: readonly CountLine[]) {
    const eans = new Set(lines.flatMap(({ productId, ean }) => (ean && !productId ? ean : [])))
    const idOfEan = await findProductIds(peers, [...eans])
    if (lines.some(({ storeId }) => !storeId)) idsByName ??= findStoreIdsByName(peers)
    const names = await idsByName
    return (line: CountLine): CountLine | Refusal => {
      const productId = line.productId ?? idOfEan.get(line.ean ?? '')
      if (!productId) return new Refusal(`ean ${line.ean} belongs to no product`)
      const [storeId, another] = line.storeId ? [line.storeId] : (names?.get(plain(line.magasin ?? '')) ?? [])
      if (another) return new Refusal(`magasin ${line.magasin} is the name of several stores; use storeId`)
      if (!storeId) return new Refusal(`magasin ${line.magasin} is the name of no store`)
      return { ...line, productId, storeId }
    }
  }

  return async (lines: readonly CountLine[]) => {
    const resolved = lines.map(await readIds(lines))
    const counts = resolved.flatMap(line => (line instanceof Refusal ? [] : unitsOf(line)))
    const missing = await findCountsWithoutRow(db, counts)
    const products = new Set<number>()
    const ids = new Set(missing.map(({ productId }) => productId))
    for (const id of await findKnownProducts(peers, [...ids])) products.add(id)

    const refusals = new Map<string, Refusal>()
    for (const count of missing) {
      const { productId, storeId } = count
      if (!products.has(productId))
        refusals.set(keyOf(count), new Refusal(`Product with id ${productId} not found`))
      else if (!(await stores.memo(storeId)))
        refusals.set(keyOf(count), new Refusal(`Store with id ${storeId} not found`))
    }
    return resolved.map(line =>
      line instanceof Refusal ? line : (refusals.get(keyOf(unitsOf(line))) ?? line),
    )
  }
}
