import type { Clock } from '../../clock.ts'
import type { Tx } from '../../database/database.ts'
import type { Log } from '../../log.ts'
import type { Message } from '../event.ts'
import { contentOf, maskedBy, type NeverKept } from './content.ts'
import { type Hashes, hashesWith } from './naming.ts'
import {
  areErased,
  isAnyErased,
  lockQueues,
  type NewRefusal,
  pushOut,
  type Room,
  upsertRefusals,
} from './store.ts'

export type Refused = { message: Message; reason: string }

export type Refusals = {
  /** Keeps what was refused of a queue, in the transaction after which its messages are let go. */
  keep(tx: Tx, queue: string, refused: readonly Refused[]): Promise<void>
  /** A reason as it may be kept. */
  reasonOf(text: string): string
  readonly hashes: Hashes
}

/** What is kept of one queue at most, so that a flood of nonsense fills no disk. */
export const ROOM: Room = { nombre: 10_000, octets: 16 * 1024 * 1024 }

/** In place of a reason that may name the person. */
const ERASED = 'It names somebody who was erased, so it was not kept'
const LONGEST_REASON = 2_000

const isAbove = (held: Room, room: Room) => held.nombre > room.nombre || held.octets > room.octets
const excessOf = (held: Room, room: Room): Room => ({
  nombre: Math.max(0, held.nombre - room.nombre),
  octets: Math.max(0, held.octets - room.octets),
})

type Parts = {
  clock: Clock
  log: Log
  /** Keys the hashes: the same for all processes on a database. */
  secret: string
  /** What the areas never keep of a message. */
  screens: readonly NeverKept[]
  room?: Room
}

export function createRefusals({ clock, log, secret, screens, room = ROOM }: Parts): Refusals {
  const hashes = hashesWith(secret)

  const reasonOf = (text: string) =>
    maskedBy(screens, text.replaceAll('\0', '')).slice(0, LONGEST_REASON).toWellFormed()

  /** A message without an id of its sender's is known by its body: delivered again, it is the same one. */
  function refusalOf({ message, reason }: Refused): NewRefusal {
    const { text, integrity } = contentOf(message, screens)
    const sent = message.isNameless ? '' : message.id
    const hash = hashes.ofMessage(message.queue, sent, text)
    const shown = maskedBy(screens, sent.replaceAll('\0', '').toWellFormed())
    return {
      messageId: shown === '' ? `sans-id-${hash.toString('hex').slice(0, 24)}` : shown,
      hash,
      requestId: message.requestId,
      reason: reasonOf(reason),
      integrity: shown === sent ? integrity : 'masque',
      text,
      bytes: Buffer.byteLength(text),
    }
  }

  /** Less all that tells of whoever was erased. */
  async function withoutErased(tx: Tx, refusals: readonly NewRefusal[]) {
    if (!(await isAnyErased(tx))) return refusals
    const kept: NewRefusal[] = []
    for (const refusal of refusals) {
      const words = hashes.ofWords(`${refusal.text} ${refusal.reason}`)
      const isErased = await areErased(tx, words)
      kept.push(
        isErased ? { ...refusal, reason: ERASED, integrity: 'efface', text: null, bytes: 0 } : refusal,
      )
    }
    return kept
  }

  return {
    hashes,
    reasonOf,
    async keep(tx, queue, refused) {
      // Two deliveries of one message may come together.
      const distinct = new Map(refused.map(refusalOf).map(refusal => [refusal.hash.toString('hex'), refusal]))
      await lockQueues(tx, [queue])
      const refusals = await withoutErased(tx, [...distinct.values()])
      let held = await upsertRefusals(tx, queue, refusals, clock.now())
      const full = held
      for (let before = Infinity; isAbove(held, room) && held.nombre < before; ) {
        before = held.nombre
        held = await pushOut(tx, queue, excessOf(held, room))
      }
      tx.afterCommit(() => {
        const pushedOut = full.nombre - held.nombre
        if (pushedOut > 0)
          log.warn({ queue, messages: pushedOut }, 'Older refused messages made room for newer ones')
      })
    },
  }
}
