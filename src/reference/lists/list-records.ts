import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import type { Database } from '../../platform/database/database.ts'
import { JSON_TYPE, readChunksAfter, sendWholeList } from '../../platform/http/lists.ts'
import { createSerializer } from '../../platform/schemas.ts'
import { definePageSchema } from '../schemas.ts'
import type { StoredRecord } from '../store.ts'
import type { ListQuery } from './list-query.ts'
import {
  countMatches,
  type ListSource,
  type Query,
  readPage,
  readRowsAfter,
  readRowsById,
  readSortedIds,
} from './store.ts'

const CHUNK = 500
const ID_BYTES = 8

/** Adds the related records to each row, in place. */
export type RelationLoader = (rows: (StoredRecord & { position: number })[]) => Promise<void>

/** Reads a page as `{rows, total, page, limit, totalPages}`, with the relations that `complete` adds. */
export async function listPage(
  db: Database,
  listed: ListSource,
  query: Query,
  { page, limit }: { page: number; limit: number },
  complete?: RelationLoader,
) {
  const counts = query.sort.length > 0 ? await countMatches(db, listed, query) : undefined
  // If few records match, a scan of an index in the sort order would skip too many others. Without a count of all rows,
  // any condition is assumed to have few matches.
  const narrow =
    counts !== undefined &&
    (counts.all === null ? query.conditions.length > 0 : counts.total * 8 < counts.all)
  const rows = await readPage(db, listed, query, { page, limit }, { narrow, counted: counts !== undefined })
  const total = counts?.total ?? rows[0]?.total ?? (await countMatches(db, listed, query)).total
  await complete?.(rows)
  return { rows, total, page, limit, totalPages: Math.ceil(total / limit) }
}

async function* sortedChunks(db: Database, listed: ListSource, query: Query) {
  const ids = await readSortedIds(db, listed, query)
  for (let at = 0; at < ids.length; at += CHUNK * ID_BYTES) {
    const chunk = ids.subarray(at, at + CHUNK * ID_BYTES)
    const count = chunk.length / ID_BYTES
    const numbers = Array.from({ length: count }, (_, i) => Number(chunk.readBigInt64BE(i * ID_BYTES)))
    yield await readRowsById(db, listed, query, numbers)
  }
}

/** Yields all matches in chunks. */
async function* chunksOfAll(db: Database, listed: ListSource, query: Query, complete?: RelationLoader) {
  const chunks =
    query.sort.length > 0
      ? sortedChunks(db, listed, query)
      : readChunksAfter(
          0,
          (after, limit) => readRowsAfter(db, listed, query, after, limit),
          ({ position }) => position,
        )
  for await (const rows of chunks) {
    await complete?.(rows)
    yield rows
  }
}

/**
 * Returns a function that sends a list: a page if requested, otherwise everything. It uses the schema of a row or a page,
 * because the serializer of a union would try each member.
 */
export function createListResponder(db: Database, listed: ListSource, row: TSchema) {
  const [writeRow, writePage] = [createSerializer(row), createSerializer(definePageSchema(row))]
  return async (reply: FastifyReply, query: ListQuery, complete?: RelationLoader): Promise<void> => {
    if (!query.page) return sendWholeList(reply, chunksOfAll(db, listed, query, complete), writeRow)
    return reply.type(JSON_TYPE).send(writePage(await listPage(db, listed, query, query.page, complete)))
  }
}
