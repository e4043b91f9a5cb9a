import { Readable } from 'node:stream'
import type { Database } from '../platform/database/database.ts'
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

/**
 * Everything that matches, as the text of a JSON array that is read from the database while it is sent: a list of a
 * million records takes no more memory than one of five hundred. `write` turns a record into JSON.
 */
export async function listEverything(
  db: Database,
  resource: Resource,
  query: ListQuery,
  write: (record: StoredRecord) => string,
): Promise<Readable> {
  const chunks = (query.sort.length > 0 ? chunksSorted : chunksInOrderOfCreation)(db, resource, query)
  // The first chunk is read before the answer begins, so that a failure can still be told.
  const first = await chunks.next()
  async function* text() {
    yield '['
    let separator = ''
    for (let chunk = first; !chunk.done; chunk = await chunks.next()) {
      if (chunk.value.length === 0) continue
      yield separator + chunk.value.map(write).join(',')
      separator = ','
    }
    yield ']'
  }
  return Readable.from(text())
}
