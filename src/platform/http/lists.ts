import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { LRUCache } from 'lru-cache'
import { createKeyedSemaphore } from '../concurrency/semaphore.ts'
import { networkOf } from '../network.ts'
import { addressOf } from './caller.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** So many whole lists are sent at once to one address without a key. They may be long, and whoever likes may ask for them. */
const inTurn = createKeyedSemaphore(4)

/** Waits for the turn of its address, and keeps it until the answer has been sent. */
function waitForTurn({ request, raw }: FastifyReply): Promise<void> {
  const turn = Promise.withResolvers<void>()
  const sent = async () => {
    turn.resolve()
    if (!raw.destroyed) await Promise.race([once(raw, 'close'), once(raw, 'finish')])
  }
  inTurn(networkOf(addressOf(request)), sent).catch(turn.reject)
  return turn.promise
}

/**
 * Answers with all rows as one JSON array, which is read while it is sent: a list of a million rows takes no more memory
 * than one chunk. `write` turns a row into JSON.
 */
export async function sendWholeList<Row>(
  reply: FastifyReply,
  chunks: AsyncIterator<readonly Row[]>,
  write: (row: Row) => string,
): Promise<void> {
  if (!reply.request.caller.trusted) await waitForTurn(reply)
  // The first chunk is read before the answer begins, so that a failure can still be an error status.
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
  // By bytes: by chunks, sixteen would be read ahead of a slow reader.
  return reply.type(JSON_TYPE).send(Readable.from(text(), { objectMode: false }))
}

const CHUNK = 500

/** All rows in chunks, each read from where the last one ended: `read` gives those after a place, in the order of places. */
export async function* chunksAfter<Row>(
  read: (after: number, limit: number) => Promise<Row[]>,
  placeOf: (row: Row) => number,
) {
  for (let after = 0; ; ) {
    const rows = await read(after, CHUNK)
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < CHUNK) return
    after = placeOf(last)
  }
}

/** All rows in chunks, in the order of ids. */
export const chunksById = <Row extends { id: number }>(
  read: (after: number, limit: number) => Promise<Row[]>,
) => chunksAfter(read, ({ id }) => id)

/** From here on counting the rows of a list takes longer than reading a page of it. */
const MANY = 10_000

/** Totals of lists: exact up to ten thousand, above that at most five seconds old, so that no page counts them afresh. */
export function createTotals() {
  const known = new LRUCache<string, number>({ max: 500, ttl: 5_000 })
  return async (search: object, count: () => Promise<number>): Promise<number> => {
    const key = JSON.stringify(search)
    const found = known.get(key)
    if (found !== undefined) return found
    const total = await count()
    if (total >= MANY) known.set(key, total)
    return total
  }
}
