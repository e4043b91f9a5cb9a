import { jobKind } from '../../platform/jobs/job.ts'
import { Problem } from '../../platform/problem.ts'
import { listAnnouncedProducts } from '../../reference/contract.ts'
import type { Context } from '../context.ts'
import { deriveRecords, indexProducts, removeProducts } from '../index/index-products.ts'
import type { ProductRecord } from '../index/product-record.ts'
import { readStatistics } from '../index/store.ts'
import type { Rebuild } from '../schemas.ts'
import { readStocksJob } from '../stocks/apply-stocks.ts'
import { updateStocksReadAt } from '../stocks/store.ts'
import { advanceRebuild, insertRebuild, listKnownAfter, listRebuilds, storeComparison } from './store.ts'

export const rebuildJob = jobKind<object>('catalogue.rebuild')

const PAGE = 1_000
const MIN_INTERVAL_MS = 3_600_000
const QUIET_MS = 60_000

/** Starts a rebuild of the read model unless one is running, and a read of all stocks. Returns the latest rebuild. */
export async function requestRebuild({ db, clock, jobs }: Context): Promise<Rebuild> {
  await db.transaction(async tx => {
    await insertRebuild(tx, clock.now())
    await jobs.add(tx, rebuildJob, {}, { key: rebuildJob.name })
    await updateStocksReadAt(tx, null)
    await jobs.add(tx, readStocksJob, {}, { key: readStocksJob.name })
  })
  // At least one exists: it was inserted just now or was already running.
  return (await listRebuilds(db, 1))[0]!
}

/**
 * Continues the latest rebuild until it is finished; after a crash, from its last position. Each page is a separate
 * transaction, so that messages are applied in between. Throws 503 if reference does not return a page.
 */
export async function continueRebuild(context: Context) {
  for (;;) {
    const [rebuild] = await listRebuilds(context.db, 1)
    if (!rebuild || rebuild.finieLe) return
    await writePage(context, rebuild, await readPage(context, rebuild.apres))
  }
}

type Seen = { id: number; version: number }
/** `end` is the last id of the page; undefined for the last page. */
type Page = { end: number | undefined; current: ProductRecord[]; removed: Seen[] }

/**
 * Reads the known products before the request to reference, so that a product added in between does not count as
 * deleted. If the response contains a version older than the stored one, `indexProducts` skips it.
 */
async function readPage({ db, peers }: Context, after: number): Promise<Page> {
  const known = await listKnownAfter(db, after, PAGE)
  const { body } = await peers.ask(listAnnouncedProducts, { query: { apres: after, limit: PAGE } })
  const { produits } = body
  const ends = [produits, known].flatMap(list => (list.length === PAGE ? list.at(-1)?.id : undefined) ?? [])
  const end = ends.length > 0 ? Math.min(...ends) : undefined
  const isOnPage = ({ id }: { id: number }) => end === undefined || id <= end
  const current = produits.filter(isOnPage)
  const currentIds = new Set(current.map(({ id }) => id))
  const removed = known.filter(product => isOnPage(product) && !currentIds.has(product.id))
  return { end, current: await deriveRecords(current), removed }
}

const writePage = (
  { db, clock, schedulePendingListMerge }: Context,
  rebuild: Rebuild,
  { end, current, removed }: Page,
) =>
  db.transaction(async tx => {
    if (!(await advanceRebuild(tx, rebuild, end, current.length, clock.now()))) return
    await indexProducts(tx, current, { now: clock.now(), schedulePendingListMerge, again: true })
    await removeProducts(tx, removed)
  })

/**
 * Runs work that needs other areas. If one of them is unavailable or fails, logs a warning instead of throwing, because
 * the schedules try again each minute. Rethrows all other errors.
 */
export async function runIfReachable(context: Context, work: (context: Context) => Promise<unknown>) {
  await work(context).catch(error => {
    if (!(error instanceof Problem) || error.statusCode < 500) throw error
    context.log.warn({ err: error }, 'The catalogue could not be compared with other areas')
  })
}

/**
 * Runs each minute. Continues a running rebuild. Otherwise starts one if the read model and reference have different
 * numbers of products and both numbers are the same as at the previous difference: while they change, messages may be
 * on their way. Starts none within an hour of the previous rebuild or a minute of the last update.
 */
export async function checkReadModel(context: Context) {
  const { db, clock, peers, log } = context
  const now = clock.now().getTime()
  const [last] = await listRebuilds(db, 1)
  if (last && !last.finieLe) return continueRebuild(context)
  if (last && now - new Date(last.demandeeLe).getTime() < MIN_INTERVAL_MS) return
  const { totalProducts, lastSync } = await readStatistics(db)
  if (lastSync && now - new Date(lastSync).getTime() < QUIET_MS) return
  const { body } = await peers.ask(listAnnouncedProducts, { query: { apres: 0, limit: 1 } })
  const { total } = body
  if (total === totalProducts) return
  const numbers = { existing: total, known: totalProducts }
  if (!(await db.transaction(tx => storeComparison(tx, numbers)))) return
  log.warn(numbers, 'The catalogue is outdated and will be rebuilt')
  await requestRebuild(context)
}
