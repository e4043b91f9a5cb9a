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
import type { LogisticsPlatform } from '../context.ts'
import { findKnownProducts, storeExists } from '../peers.ts'
import { StockLine, type Units } from '../stock-schemas.ts'
import { recordCounts } from './change-stock.ts'
import { findCountsWithoutRow, keyOf } from './store.ts'

const BATCH = 1_000

const isStockLine = bodyAjv.compile<Static<typeof StockLine>>(StockLine)

/**
 * The import that sets the counts of a file. Each batch is a separate transaction, so that a long file does not keep
 * stock locked that orders need. Importing the file again sets the same counts.
 */
const stockImport = (parts: LogisticsPlatform): Import<Units, Outcome, ImportAnswer> => ({
  batch: BATCH,
  transaction: 'each batch',
  shape: StockLine,
  open: () => ({
    read: readCount,
    check: rejectUnknown(parts),
    async store(tx: Tx, counts) {
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
          'Sets the physical stock from a JSON array or CSV of `{productId, storeId, quantity}`. `created` counts the lines that added a stock row, `updated` those that changed its quantity.',
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

function readCount(element: unknown): Units | Refusal {
  if (isStockLine(element))
    return { productId: element.productId, storeId: element.storeId, quantite: element.quantity }
  const [error] = isStockLine.errors ?? []
  return new Refusal(`${error?.instancePath.slice(1) ?? ''} ${error?.message ?? 'is invalid'}`.trim())
}

/** A statement can set a row only once, so the last count of each row in the batch applies. */
const lastOfEach = (counts: readonly Units[]) => [
  ...new Map(counts.map(count => [keyOf(count), count])).values(),
]

const MAX_REFS = 200
/** Stores beyond this number displace others, which are then requested again. */
const MAX_STORES = 10_000

/**
 * Returns a function that returns a refusal for each count with an unknown product or store. If a listed stock row
 * exists, both are known.
 */
function rejectUnknown({ db, peers }: LogisticsPlatform) {
  const stores = new LRUCache({ max: MAX_STORES, memoMethod: (id: number) => storeExists(peers, id) })
  return async (counts: readonly Units[]) => {
    const missing = await findCountsWithoutRow(db, counts)
    const ids = [...new Set(missing.map(({ productId }) => productId))]
    const products = new Set<number>()
    for (let from = 0; from < ids.length; from += MAX_REFS)
      for (const id of await findKnownProducts(peers, ids.slice(from, from + MAX_REFS))) products.add(id)

    const refusals = new Map<string, Refusal>()
    for (const count of missing) {
      const { productId, storeId } = count
      if (!products.has(productId))
        refusals.set(keyOf(count), new Refusal(`Product with id ${productId} not found`))
      else if (!(await stores.memo(storeId)))
        refusals.set(keyOf(count), new Refusal(`Store with id ${storeId} not found`))
    }
    return counts.map(count => refusals.get(keyOf(count)))
  }
}
