import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createKeyedSemaphore } from '../concurrency/semaphore.ts'
import { networkOf } from '../network.ts'
import { addressOf } from './caller.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** Limits the unpaged lists that are sent concurrently to one address without a key, because they may be long. */
const limitByNetwork = createKeyedSemaphore(4)

/**
 * Waits for a slot of the caller's network, which stays occupied until the response ends. Rejects with a 503 after 30
 * seconds.
 */
function waitForTurn({ request, raw }: FastifyReply): Promise<void> {
  const turn = Promise.withResolvers<void>()
  const sent = async () => {
    turn.resolve()
    if (!raw.destroyed) await Promise.race([once(raw, 'close'), once(raw, 'finish')])
  }
  limitByNetwork(networkOf(addressOf(request)), sent).catch(turn.reject)
  return turn.promise
}

/**
 * Sends all rows as one JSON array. Chunks are read while the array is sent, so a list of a million rows needs hardly
 * more memory than one chunk. `write` serializes a row as JSON.
 */
export async function sendWholeList<Row>(
  reply: FastifyReply,
  chunks: AsyncIterator<readonly Row[]>,
  write: (row: Row) => string,
): Promise<void> {
  if (!reply.request.caller.trusted) await waitForTurn(reply)
  // The first chunk is read before the response begins, so that an error can still set the status.
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
  // A byte stream: in object mode, sixteen chunks would be buffered for a slow reader.
  return reply.type(JSON_TYPE).send(Readable.from(text(), { objectMode: false }))
}

const CHUNK = 500

/**
 * Yields all rows in chunks, of which only one is in memory. `read` returns up to `limit` rows after a position, sorted
 * by position. The first chunk begins after `start`.
 */
export async function* readChunksAfter<Row, Position>(
  start: Position,
  read: (after: Position, limit: number) => Promise<Row[]>,
  positionOf: (row: Row) => Position,
) {
  for (let after = start; ; ) {
    const rows = await read(after, CHUNK)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = positionOf(last)
  }
}

/** Yields all rows in chunks, sorted by id; ids are positive. */
export const readChunksById = <Row extends { id: number }>(
  read: (after: number, limit: number) => Promise<Row[]>,
) => readChunksAfter(0, read, ({ id }) => id)

/** From this size, counting the rows of a list takes longer than reading a page of it. */
const CACHED_FROM = 10_000

/**
 * Returns a cache of the totals of lists, so that the rows are not counted for every page. Totals from ten thousand on
 * may be up to five seconds old; smaller ones are always counted.
 */
export function createTotalsCache() {
  const cache = new LRUCache<string, number>({ max: 500, ttl: 5_000 })
  return async (search: object, count: () => Promise<number>): Promise<number> => {
    const key = JSON.stringify(search)
    const found = cache.get(key)
    if (found !== undefined) return found
    const total = await count()
    if (total >= CACHED_FROM) cache.set(key, total)
    return total
  }
}
