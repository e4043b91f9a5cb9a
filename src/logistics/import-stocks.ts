import type { Static } from 'typebox'
import type { Platform } from '../platform/area.ts'
import { ofBody } from '../platform/http/schemas.ts'
import { elementsOf } from '../platform/uploads/json-elements.ts'
import { recordCounts } from './count-stock.ts'
import { knownProducts, storeIsKnown } from './peers.ts'
import { type ImportResult, StockLine } from './schemas.ts'
import { type Count, withoutRow } from './store/stocks.ts'

type Parts = Pick<Platform<'reference'>, 'db' | 'clock' | 'peers'>
type Line = Count & { line: number }

const BATCH = 1_000
const MOST_REFS = 200
/** All bad lines are counted; so many are told, so that the answer to a file without end has one. */
const MOST_ERRORS = 10_000

const isStockLine = ofBody.compile<Static<typeof StockLine>>(StockLine)

/**
 * Sets the counts that a file holds. The file is read to its end first: a broken one changes nothing. Then a batch is a
 * transaction of its own, so that a long file keeps no stock locked from orders; sent again, it sets the same counts again.
 */
export async function importStocks(parts: Parts, path: string): Promise<ImportResult> {
  for await (const _ of elementsOf(path, BATCH));

  const { db, clock } = parts
  const result: ImportResult = { succes: true, created: 0, failed: 0, errors: [] }
  const refuse = (line: number, error: string) => {
    result.failed++
    if (result.errors.length < MOST_ERRORS) result.errors.push({ line, error })
  }
  const storeKnown = cached((id: number) => storeIsKnown(parts.peers.reference, id))
  let line = 0
  for await (const elements of elementsOf(path, BATCH)) {
    const counts: Line[] = []
    for (const element of elements) {
      line++
      if (isStockLine(element)) counts.push({ ...element, quantite: element.quantity, line })
      else refuse(line, faultOf(element))
    }
    const unknown = await unknownAmong(parts, counts, storeKnown)
    const known = counts.filter(count => {
      const fault = unknown(count)
      if (fault) refuse(count.line, fault)
      return !fault
    })
    if (known.length > 0) await db.transaction(tx => recordCounts(tx, lastOfEach(known), clock.now()))
    result.created += known.length
  }
  result.errors.sort((a, b) => a.line - b.line)
  return { ...result, succes: result.failed === 0 }
}

function faultOf(element: unknown) {
  isStockLine(element)
  const [fault] = isStockLine.errors ?? []
  return `${fault?.instancePath.slice(1) ?? ''} ${fault?.message ?? 'is invalid'}`.trim()
}

/** What is wrong with a count whose product or store reference does not know. Where there is stock, both are known. */
async function unknownAmong(
  { db, peers: { reference } }: Parts,
  counts: Count[],
  storeKnown: (id: number) => Promise<boolean>,
) {
  const fresh = counts.length > 0 ? await withoutRow(db, counts) : []
  const ids = [...new Set(fresh.map(({ productId }) => productId))]
  const products = new Set<number>()
  for (let from = 0; from < ids.length; from += MOST_REFS)
    for (const id of await knownProducts(reference, ids.slice(from, from + MOST_REFS))) products.add(id)

  const faults = new Map<string, string>()
  for (const count of fresh) {
    const { productId, storeId } = count
    if (!products.has(productId)) faults.set(keyOf(count), `Product with id ${productId} not found`)
    else if (!(await storeKnown(storeId))) faults.set(keyOf(count), `Store with id ${storeId} not found`)
  }
  return (count: Count) => faults.get(keyOf(count))
}

const keyOf = ({ productId, storeId }: Count) => `${productId}/${storeId}`

/** One row can be set once in a statement; the file's later word counts. */
const lastOfEach = (counts: Count[]) => [...new Map(counts.map(count => [keyOf(count), count])).values()]

function cached<Value>(ask: (id: number) => Promise<Value>) {
  const answers = new Map<number, Promise<Value>>()
  return (id: number) => {
    const answer = answers.get(id) ?? ask(id)
    answers.set(id, answer)
    return answer
  }
}
