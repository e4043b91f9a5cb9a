import { listStockStates } from '../../logistics/contract.ts'
import type { Platform } from '../../platform/area.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import { keepStocksRead, stocksReadAt } from './store.ts'
import { takeStocks } from './take-stocks.ts'

type Parts = Pick<Platform<'logistics'>, 'db' | 'clock' | 'peers'>

export const readStocksJob = jobKind<object>('catalogue.read-stocks')

const PAGE = 5_000

/** Reads all stocks from logistics, page by page, while messages go on coming in. Throws 503 while logistics is away. */
export async function readStocks({ db, clock, peers }: Parts) {
  const begun = clock.now()
  for (let after: number | null = 0; after !== null; ) {
    const asked = clock.now()
    const query = { apres: after, limit: PAGE }
    const { stocks, fin }: Awaited<ReturnType<typeof page>> = await page(query)
    await db.transaction(tx => takeStocks(tx, stocks, { now: clock.now(), asked }))
    after = fin
  }
  await db.transaction(tx => keepStocksRead(tx, begun))

  async function page(query: { apres: number; limit: number }) {
    return (await peers.ask(listStockStates, { query })).body
  }
}

/** What happened before this read model listened, no message tells. Where logistics is nowhere, there is nothing to read. */
export async function catchUpStocks(parts: Parts) {
  if (parts.peers.knows('logistics') && (await stocksReadAt(parts.db)) === null) await readStocks(parts)
}
