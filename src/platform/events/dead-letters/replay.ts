import type { Clock } from '../../clock.ts'
import type { DatabasePool } from '../../database/database.ts'
import type { Log } from '../../log.ts'
import { Problem } from '../../problem.ts'
import type { Consumer } from '../event.ts'
import { isOutage } from '../process-messages.ts'
import { createBodyReader } from '../read-message.ts'
import { insertInbox } from '../store.ts'
import type { DeadLetters } from './dead-letters.ts'
import type { Replay } from './schemas.ts'
import { deleteIfUnchanged, type StoredDeadLetter, updateRejection } from './store.ts'

type Parts = { db: DatabasePool; clock: Clock; log: Log; deadLetters: DeadLetters }

/**
 * Passes a dead letter to its consumer once, without a broker and under its message id, in the transaction that deletes
 * it. A message that has already been consumed is only deleted. If it is rejected again, it remains with the new
 * reason. Throws a 409 if its body is incomplete or if it was replayed, rejected or deleted in the meantime, and a 503
 * while a dependency is unavailable.
 */
export async function replay(parts: Parts, consumer: Consumer, letter: StoredDeadLetter): Promise<Replay> {
  const { db, clock, log, deadLetters } = parts
  const { id, file: queue, messageId, requestId, fois, integrite, corps } = letter
  if (integrite !== 'entier' || corps === null)
    throw new Problem(
      409,
      'message-incomplet',
      'The message is not stored completely: its sender must send it again',
    )
  const fields = { queue, messageId, rejectedAs: requestId }
  const outcome = await consume(parts, consumer, letter, corps)
  if (outcome && 'isNew' in outcome) {
    log.info(fields, 'A dead letter was consumed')
    return { resultat: outcome.isNew ? 'pris' : 'deja-pris', motif: null }
  }
  const motif = outcome && deadLetters.reasonOf(outcome.reason)
  if (motif === undefined || !(await db.transaction(tx => updateRejection(tx, id, fois, motif, clock.now()))))
    throw new Problem(
      409,
      'change-entre-temps',
      'Another caller replayed or deleted the message in the meantime',
    )
  log.warn({ ...fields, reason: motif }, 'A dead letter was rejected again')
  return { resultat: 'refuse', motif }
}

/**
 * Returns whether the message was new, or the reason of its rejection; undefined if the dead letter has changed since
 * it was read.
 */
async function consume({ db, clock }: Parts, consumer: Consumer, letter: StoredDeadLetter, corps: string) {
  const { body, error: invalid } = createBodyReader(consumer.kind)(JSON.parse(corps))
  if (invalid !== undefined) return { reason: invalid }
  try {
    const [prepared] = (await consumer.prepare?.([body])) ?? []
    if (prepared instanceof Problem) return { reason: prepared.message }
    return await db.transaction(async tx => {
      const { id, fois, file, messageId } = letter
      if (!(await deleteIfUnchanged(tx, id, fois))) return undefined
      const key = consumer.key?.(body) ?? messageId
      const isNew = consumer.idempotent || (await insertInbox(tx, file, [key], clock.now())).has(key)
      if (isNew) await consumer.handle(tx, [{ body, prepared }])
      return { isNew }
    })
  } catch (error) {
    if (isOutage(error))
      throw new Problem(503, 'service-indisponible', 'A dependency of the message is unavailable')
    return { reason: error instanceof Error ? error.message : String(error) }
  }
}
