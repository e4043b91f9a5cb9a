import { listStockStates, type StockState } from '../../logistics/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import type { Context } from '../context.ts'
import {
  getStocksReadAt,
  lockReadModel,
  updateAvailability,
  updateStocksReadAt,
  upsertStocks,
} from './store.ts'

/**
 * Updates `enStock` from stock states of logistics: those of a message or, with `requestedAt`, of the response to a
 * request that was sent then. Late and repeated messages have no effect. The states of products that are not indexed
 * yet are stored for later.
 */
export async function applyStocks(
  tx: Tx,
  states: readonly StockState[],
  { now, requestedAt = null }: { now: Date; requestedAt?: Date | null },
) {
  if (states.length === 0) return
  await lockReadModel(tx)
  const changed = await upsertStocks(tx, states, now, requestedAt)
  if (changed.length > 0) await updateAvailability(tx, [...new Set(changed)])
}

export const readStocksJob = jobKind<object>('catalogue.read-stocks')

const PAGE = 5_000

/**
 * Reads all stocks from logistics. Each page is a separate transaction, so that messages are applied in between. Throws
 * 503 if logistics does not return a page; the next call then starts from the beginning.
 */
export async function readStocks({ db, clock, peers }: Context) {
  const begun = clock.now()
  let last = false
  for (let apres = 0; !last; ) {
    const requestedAt = clock.now()
    const { body } = await peers.ask(listStockStates, { query: { apres, limit: PAGE } })
    await db.transaction(tx => applyStocks(tx, body.stocks, { now: clock.now(), requestedAt }))
    last = body.fin === null
    apres = body.fin ?? apres
  }
  await db.transaction(tx => updateStocksReadAt(tx, begun))
}

/**
 * Reads all stocks unless that has been done since the read model was created and since its last rebuild was requested,
 * because earlier messages may be missing. Does nothing without the logistics area.
 */
export async function catchUpStocks(context: Context) {
  const { db, peers } = context
  if (peers.knows('logistics') && (await getStocksReadAt(db)) === null) await readStocks(context)
}
