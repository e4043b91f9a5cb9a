import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import pg from 'pg'
import { parse } from 'yaml'
import { oddTexts, oddValues } from './odd.ts'
import type { Schema } from './operations.ts'
import type { Target } from './target.ts'
import { invalidValues, validValues } from './values.ts'

/** A kind of event with its queue, from docs/asyncapi.yaml. */
type Kind = { queue: string; schema: Schema }
type Message = { queue: string; requestId: string; body: string }

type Document = {
  channels: Record<string, { address: string; messages: { event: { payload: Schema } } }>
}

export function readKinds(): Kind[] {
  const text = readFileSync(new URL('../../docs/asyncapi.yaml', import.meta.url), 'utf8')
  const { channels } = parse(text) as Document
  return Object.values(channels).map(({ address, messages }) => ({
    queue: address,
    schema: messages.event.payload,
  }))
}

/** Longer than a consumer retries a possibly invalid message before it rejects the message. */
const PATIENCE_MS = 90_000
const TRIES = 4
/**
 * Consumers fetch these messages once a second, so a batch of any size takes at least a second. A batch has several
 * lists of messages, because the length of a single list is often close to its minimum.
 */
const LISTS = 6
const AT_ONCE = 40
const BATCHES = 2
const REJECTED = /"messageId":"([^"]+)".*"msg":"A message was rejected"/g

/** Whether PostgreSQL accepts the text as JSON; areas can store nothing else in the outbox. */
function isJson(body: string): boolean {
  if (/\\u([dD][89a-fA-F]|0000)|(\[){1000}|(\{"a":){1000}/.test(body)) return false
  try {
    JSON.parse(body)
    return true
  } catch {
    return false
  }
}

const messagesOf = ({ queue, schema }: Kind): fc.Arbitrary<Message> =>
  fc.record({
    queue: fc.constant(queue),
    requestId: fc.oneof(
      { weight: 3, arbitrary: fc.constant('un-appel') },
      { weight: 1, arbitrary: oddTexts },
    ),
    body: fc
      .oneof(
        { weight: 2, arbitrary: validValues(schema) },
        { weight: 6, arbitrary: invalidValues(schema) },
        { weight: 1, arbitrary: oddValues },
      )
      .map(body => JSON.stringify(body) ?? 'null'),
  })

type Options = { messages: number; seed: number; onMessages?: (done: number) => void }

/**
 * Inserts messages of every kind into the outbox as areas do. Each must be consumed or rejected, whatever it contains,
 * and rejected ones must change nothing. Throws with the smallest violating messages.
 */
export async function fuzzMessages(
  { changes, log, stories }: Target,
  databaseUrl: string,
  { messages, seed, onMessages }: Options,
) {
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  let done = 0
  /** Inserts the messages and waits until none is left; returns the rejected ones and the changed tables. */
  async function send(batch: readonly Message[]) {
    await changes.settle()
    await changes.capture()
    const ids = batch.map(() => randomUUID())
    await db.query(
      `insert into platform.outbox (queue, "messageId", "requestId", body, "createdAt")
       select queue, id::uuid, request, body::json, '2026-11-22'
       from unnest($1::text[], $2::text[], $3::text[], $4::text[]) as new (queue, id, request, body)`,
      [
        batch.map(({ queue }) => queue),
        ids,
        batch.map(({ requestId }) => requestId),
        batch.map(({ body }) => body),
      ],
    )
    await changes.settle({ withinMs: PATIENCE_MS })
    const { tables } = await changes.capture()
    const rejected = new Set(
      log()
        .matchAll(REJECTED)
        .map(([, id]) => id),
    )
    return { tables, rejected: batch.filter((_, i) => rejected.has(ids[i])) }
  }

  const message = fc.oneof(...readKinds().map(messagesOf))
  const list = fc.array(message, { maxLength: AT_ONCE, size: 'max' })
  const property = fc.asyncProperty(fc.array(list, { minLength: LISTS, maxLength: LISTS }), async lists => {
    const drawn = lists.flat()
    done += drawn.length
    onMessages?.(drawn.length)
    const batch = drawn
      .map(({ queue, requestId, body }) => ({
        ...{ queue, requestId: requestId.replaceAll('\0', '').toWellFormed() },
        body: stories.fillJson(body, 0, ''),
      }))
      .filter(({ body }) => isJson(body))
    let { rejected } = await send(batch)
    for (let attempt = 1; rejected.length > 0; attempt++) {
      const again = await send(rejected)
      // A job or an accepted message may have changed the tables, so rejected ones are sent again alone.
      if (again.tables.length === 0) return
      if (attempt === TRIES) throw new Error(`Rejected messages changed ${again.tables.join(', ')}`)
      rejected = again.rejected
    }
  })
  try {
    await stories.renew(1)
    for (let round = 0; done < messages; round++) {
      const outcome = await fc.check(property, {
        seed: (seed + round) | 0,
        numRuns: BATCHES,
        interruptAfterTimeLimit: 300_000,
      })
      if (outcome.failed)
        throw new Error(
          `${outcome.errorInstance}\n${JSON.stringify(outcome.counterexample?.[0]).slice(0, 5_000)}`,
        )
    }
    return done
  } finally {
    await db.end()
  }
}
