import type { Database } from '../platform/database/database.ts'
import { jsonArray } from '../platform/http/json-array.ts'
import type { ListQuery } from './list-query.ts'
import type { Resource } from './resources.ts'
import { pageOfRecords, recordsAfter, recordsById, sortedIds } from './store/lists.ts'
import type { StoredRecord } from './store/records.ts'

const CHUNK = 500

/** `{rows, total, page, limit, totalPages}` */
export async function listPage(
  db: Database,
  resource: Resource,
  query: ListQuery,
  { page, limit }: { page: number; limit: number },
) {
  const { rows, total } = await pageOfRecords(db, resource, query, { page, limit })
  return { rows, total, page, limit, totalPages: Math.ceil(total / limit) }
}

async function* chunksInOrderOfCreation(db: Database, resource: Resource, query: ListQuery) {
  for (let after = 0; ; ) {
    const rows = await recordsAfter(db, resource, query, after, CHUNK)
    yield rows as StoredRecord[]
    if (rows.length < CHUNK) return
    after = rows.at(-1)!.position
  }
}

async function* chunksSorted(db: Database, resource: Resource, query: ListQuery) {
  const ids = await sortedIds(db, resource, query)
  for (let start = 0; start < ids.length; start += CHUNK)
    yield await recordsById(db, resource, query, ids.slice(start, start + CHUNK))
}

/** Everything that matches, as the text of a JSON array. `write` turns a record into JSON. */
export const listEverything = (
  db: Database,
  resource: Resource,
  query: ListQuery,
  write: (record: StoredRecord) => string,
) => jsonArray((query.sort.length > 0 ? chunksSorted : chunksInOrderOfCreation)(db, resource, query), write)
