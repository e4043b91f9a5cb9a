import { setTimeout as sleep } from 'node:timers/promises'
import type { DatabasePool, Tx } from '../database/database.ts'
import { isDatabaseAway } from '../database/faults.ts'
import { Problem } from '../http/problem.ts'
import { ofBody } from '../http/schemas.ts'
import type { Log } from '../log.ts'
import { withRequestId } from '../trace.ts'
import type { Consumer, Message } from './event.ts'

export type Outcome = 'done' | 'rejected'

/** Claims the message in the transaction of its effect: false when another delivery of it came first. */
export type Claim = (tx: Tx, messageId: string) => Promise<boolean>

/** A failure of unknown cause may be the message's or ours: it is given this many tries, about 25 seconds. */
const TRIES_OF_UNKNOWN = 8
const LONGEST_PAUSE_MS = 15_000

const isOutage = (error: unknown) =>
  isDatabaseAway(error) || (error instanceof Problem && error.statusCode >= 500)

/** Whether the failure is the message's own: it breaks a rule, or its values fit no column (SQLSTATE classes 22 and 23). */
const isMessagesFault = (error: unknown) =>
  error instanceof Problem || /^2[23]/.test(String((error as { code?: unknown }).code ?? ''))

type Parts = {
  db: DatabasePool
  log: Log
  stopping: AbortSignal
  /** The pause after the first failure; each further one is twice as long, up to 15 s. */
  firstPauseMs?: number
}

/**
 * Turns a consumer into a function that takes one message in: its effect once, or a logged rejection. While something it
 * needs is away it waits, holding the message, and goes on until `stopping`; then it throws and the message stays queued.
 */
export function taker(consumer: Consumer, { db, log, stopping, firstPauseMs = 200 }: Parts) {
  const { queue, schema } = consumer.kind
  const check = ofBody.compile(schema)

  const reject = (message: Message, reason: string): Outcome => {
    log.error({ queue, messageId: message.id, reason }, 'A message was rejected')
    return 'rejected'
  }

  async function take(message: Message, claim: Claim): Promise<Outcome> {
    if (!check(message.body)) {
      const [fault] = check.errors ?? []
      return reject(message, `body${fault?.instancePath ?? ''} ${fault?.message ?? 'is invalid'}`)
    }
    const id = consumer.key?.(message.body) ?? message.id
    // Tries during an outage say nothing of the message.
    let unknown = 0
    for (let attempt = 0; ; attempt++) {
      try {
        const prepared = await consumer.prepare(message.body)
        await db.transaction(async tx => {
          if (await claim(tx, id)) await consumer.handle(tx, message.body, prepared)
        })
        return 'done'
      } catch (error) {
        const outage = isOutage(error)
        if (!outage && (isMessagesFault(error) || ++unknown >= TRIES_OF_UNKNOWN))
          return reject(message, (error as Error).message)
        log.warn(
          { err: error, queue, messageId: message.id, attempt },
          'A message waits until it can be taken in',
        )
        await sleep(Math.min(firstPauseMs * 2 ** attempt, LONGEST_PAUSE_MS), undefined, { signal: stopping })
      }
    }
  }

  return (message: Message, claim: Claim) => withRequestId(message.requestId, () => take(message, claim))
}
