import type { FastifyReply } from 'fastify'
import type { TSchema } from 'typebox'
import type { DatabasePool } from '../../platform/database/database.ts'
import { jsonWriter } from '../../platform/http/schemas.ts'
import { JSON_TYPE, sendWholeList } from '../../platform/http/whole-list.ts'
import { pageSchema } from '../schemas.ts'
import type { ListQuery } from './list-query.ts'
import { type Completion, chunksOfEverything, type ListCaches, listPage, pageAnswer } from './list-records.ts'
import type { Listed } from './store/lists.ts'

/**
 * Answers a list: a page where one is asked for, else everything. Written by the schema of a row or a page, because the
 * serializer of a union would try each of its members. A page that is counted and needs no completion is remembered.
 */
export function listAnswerer(db: DatabasePool, caches: ListCaches, listed: Listed, row: TSchema) {
  const [writeRow, writePage] = [jsonWriter(row), jsonWriter(pageSchema(row))]
  const { counts } = listed

  return async (reply: FastifyReply, query: ListQuery, complete?: Completion): Promise<void> => {
    if (!query.page) {
      const chunks = chunksOfEverything(db, listed, query, complete)
      return sendWholeList(reply, chunks, writeRow)
    }
    reply.type(JSON_TYPE)
    if (!counts || complete) return reply.send(writePage(await listPage(db, caches, listed, query, complete)))
    const { text, tag } = await pageAnswer(db, caches, { ...listed, counts }, query, writePage)
    return reply.header('etag', tag).send(text)
  }
}
