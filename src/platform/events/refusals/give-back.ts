import type { Clock } from '../../clock.ts'
import type { DatabasePool, Tx } from '../../database/database.ts'
import { Problem } from '../../http/problem.ts'
import type { Log } from '../../log.ts'
import type { Consumer, Ready } from '../event.ts'
import { isOutage } from '../process-messages.ts'
import { bodyReader } from '../read-message.ts'
import { markTaken } from '../store.ts'
import type { Refusals } from './refusals.ts'
import type { GivenBack } from './schemas.ts'
import { lockQueues, type RefusedMessage, refuseAgain, takeRefusal } from './store.ts'

type Parts = { db: DatabasePool; clock: Clock; log: Log; refusals: Refusals }
type Kept = RefusedMessage & { corps: string | null }

/**
 * Has a refused message taken in after all, here and now, whatever carries events: under its own id, in one transaction with its
 * leaving the refused ones. Refused again, it stays with the new reason. 409 where it is not whole or somebody else was
 * quicker; 503 while something that it needs is away.
 */
export async function giveBack(parts: Parts, consumer: Consumer, kept: Kept): Promise<GivenBack> {
  const { log } = parts
  const { id, file, messageId, requestId, integrite, corps } = kept
  if (integrite !== 'entier' || corps === null)
    throw new Problem(409, 'message-incomplet', 'It was not kept whole: its sender has to send it again')
  const told = { queue: file, messageId, refusedAs: requestId }
  const fault = await takeIn(parts, consumer, kept, corps)
  if (typeof fault !== 'string') {
    log.info(told, 'A refused message was taken in')
    return { resultat: fault.isNew ? 'pris' : 'deja-pris', motif: null }
  }
  const motif = parts.refusals.reasonOf(fault)
  const { db, clock } = parts
  const isKept = await db.transaction(tx => refuseAgain(tx, id, kept.fois, motif, clock.now()))
  if (!isKept) throw quicker()
  log.warn({ ...told, reason: motif }, 'A message that was given back was refused again')
  return { resultat: 'refuse', motif }
}

const quicker = () =>
  new Problem(409, 'change-entre-temps', 'Somebody else has given it back or dropped it meanwhile')

/** Whether its effect is new, or why it was refused. One try: who asks is told, and may ask again. */
async function takeIn({ db, clock }: Parts, consumer: Consumer, kept: Kept, corps: string) {
  const { body, fault } = bodyReader(consumer.kind)(JSON.parse(corps))
  if (fault !== undefined) return fault
  const late = quicker()
  try {
    const [prepared] = await consumer.prepare([body])
    if (prepared instanceof Problem) return prepared.message
    return await db.transaction(async tx => {
      await lockQueues(tx, [kept.file])
      if (!(await takeRefusal(tx, kept.id, kept.fois))) throw late
      const isNew = await isFirst(tx, consumer, kept, body, clock)
      const ready: Ready<unknown, unknown> = { body, prepared }
      if (isNew) await consumer.handle(tx, [ready])
      return { isNew }
    })
  } catch (error) {
    if (error === late) throw error
    if (isOutage(error))
      throw new Problem(503, 'service-indisponible', 'Something that the message needs is away')
    return error instanceof Error ? error.message : String(error)
  }
}

/** Notes the message as taken in; false when it was before. A consumer that knows by itself is asked nothing. */
async function isFirst(tx: Tx, consumer: Consumer, { file, messageId }: Kept, body: unknown, clock: Clock) {
  if (consumer.idempotent) return true
  const id = consumer.key?.(body) ?? messageId
  return (await markTaken(tx, file, [id], clock.now())).has(id)
}
