import { LRUCache } from 'lru-cache'
import type { Database, DatabasePool } from '../../platform/database/database.ts'
import { tagOf } from '../../platform/http/conditional.ts'
import { chunksAfter } from '../../platform/http/whole-list.ts'
import { type CountedCategory, changesIn } from '../counters/store.ts'
import type { StoredRecord } from '../records/store/pieces.ts'
import type { ListQuery } from './list-query.ts'
import type { Listed, ListedRecords } from './store/lists.ts'
import { countRows, type Figures, pageOfRows, type SomeFigures } from './store/pages.ts'
import { resolved } from './store/resolve.ts'
import { rowsAfter, rowsById, sortedIds } from './store/whole-lists.ts'

const CHUNK = 500

/** Adds to each of the rows what a list shows beside its own fields. */
export type Completion = (rows: (StoredRecord & { position: number })[]) => Promise<void>
/** A page as JSON, and the tag by which a caller may know it. */
export type Answer = { text: string; tag: string }
export type Page = { rows: StoredRecord[]; total: number; page: number; limit: number; totalPages: number }

const MOST_CHARACTERS = 16_000_000

/**
 * What was read of lists. All of it is exact: it holds as long as the count of changes, which every transaction that
 * changes a table adds to and which is read anew each time, is what it was then.
 */
export const createListCaches = () => ({
  pages: new LRUCache<string, { changes: number; answer: Answer }>({
    maxSize: MOST_CHARACTERS,
    // One long page must not push out many that are asked for often.
    maxEntrySize: MOST_CHARACTERS / 10,
  }),
  figures: new LRUCache<string, Figures>({ max: 2_000 }),
  categories: { kept: undefined } as { kept: { changes: number; categories: CountedCategory[] } | undefined },
})
export type ListCaches = ReturnType<typeof createListCaches>

/** One page, and how often the table had changed when its rows were read; undefined where that is not known. */
async function readPage(
  db: Database,
  caches: ListCaches,
  listed: Listed,
  asked: ListQuery,
  complete?: Completion,
): Promise<Page & { changes: number | undefined }> {
  // A list that is asked for as a whole goes another way.
  const { page, limit } = asked.page!
  const { ids, words, conditions } = asked
  const key = JSON.stringify([listed.counts, ids, words, conditions])
  const { query, changes: before } = await resolved(db, listed, asked)
  const rowsGiven = (last: Figures | undefined) => pageOfRows(db, listed, query, { page, limit }, last)
  let last = caches.figures.get(key)
  let read = await rowsGiven(last)
  if (!read) {
    last = await countRows(db, listed, query)
    // With its figures known the rows are always given.
    read = (await rowsGiven(last))!
  }
  // Values that were looked up before a change are no answer for after it.
  const isOfNow = ({ changes }: SomeFigures) =>
    changes !== undefined && (before === undefined || before === changes)
  const total = read.total ?? (isOfNow(read) && last?.changes === read.changes ? last?.total : undefined)
  const figures = total === undefined ? await countRows(db, listed, query) : { ...read, total }
  if (isOfNow(figures)) caches.figures.set(key, figures)
  await complete?.(read.rows)
  const pages = { total: figures.total, page, limit, totalPages: Math.ceil(figures.total / limit) }
  return { rows: read.rows, ...pages, changes: isOfNow(read) ? read.changes : undefined }
}

/** `{rows, total, page, limit, totalPages}` */
export const listPage = async (
  db: Database,
  caches: ListCaches,
  listed: Listed,
  query: ListQuery,
  complete?: Completion,
): Promise<Page> => readPage(db, caches, listed, query, complete)

/** The same as JSON, remembered until the table changes. */
export async function pageAnswer(
  db: Database,
  caches: ListCaches,
  listed: ListedRecords,
  query: ListQuery,
  write: (page: Page) => string,
): Promise<Answer> {
  const key = JSON.stringify([listed.counts, query])
  const known = caches.pages.get(key)
  if (known && known.changes === (await changesIn(db, listed.counts.changes))) return known.answer
  const { changes, ...page } = await readPage(db, caches, listed, query)
  const text = write(page)
  const answer = { text, tag: tagOf(text) }
  if (changes !== undefined) caches.pages.set(key, { changes, answer }, { size: key.length + text.length })
  return answer
}

const chunksInOrderOfCreation = (db: Database, listed: Listed, query: ListQuery) =>
  chunksAfter(
    (after, limit) => rowsAfter(db, listed, query, after, limit),
    ({ position }) => position,
  )

async function* chunksSorted(db: DatabasePool, listed: Listed, query: ListQuery) {
  const ids = await sortedIds(db, listed, query)
  for (let start = 0; start < ids.length; start += CHUNK)
    yield await rowsById(db, listed, query, [...ids.subarray(start, start + CHUNK)])
}

/** Everything that matches, in chunks. */
export async function* chunksOfEverything(
  db: DatabasePool,
  listed: Listed,
  asked: ListQuery,
  complete?: Completion,
) {
  const { query } = await resolved(db, listed, asked)
  const chunks = (query.sort.length > 0 ? chunksSorted : chunksInOrderOfCreation)(db, listed, query)
  for await (const rows of chunks) {
    await complete?.(rows)
    yield rows
  }
}
