import type { Clock } from '../../clock.ts'
import type { Database, Tx } from '../../database/database.ts'
import type { Log } from '../../log.ts'
import type { EventKind, Message } from '../event.ts'
import {
  contentOf,
  createHasher,
  createMentionFinder,
  type Mentions,
  type Redaction,
  redact,
} from './content.ts'
import {
  deleteDeadLetters,
  deleteOldest,
  hasErasedName,
  insertErasedNames,
  listDeadLettersAfter,
  lockQueues,
  type NewDeadLetter,
  type QueueLimit,
  upsertDeadLetter,
} from './store.ts'

export type RejectedMessage<M extends Message = Message> = { message: M; reason: string }

/** The storage limit of one queue, so that a flood of invalid messages does not fill the disk. */
const ROOM: QueueLimit = { nombre: 10_000, octets: 16 * 1024 * 1024 }
/**
 * A process may exceed the limit of a queue by this share before it deletes the oldest dead letters: searching for them
 * at each rejection would occupy a core during a flood.
 */
const EXCESS = 0.01
const MAX_REASON_LENGTH = 2_000
/** Stored instead of a reason that may name the person. */
const ERASED = 'The reason names an erased person and is not stored'
const PAGE = 100

type Parts = {
  clock: Clock
  log: Log
  /** The secret of the hashes, the same for all processes on a database. */
  secret: string
  /** Fields and texts of messages that the areas never store. */
  screens: readonly Redaction[]
  room?: QueueLimit
}

export type DeadLetters = ReturnType<typeof createDeadLetters>

/** Creates the store of rejected messages, with their bodies and reasons. */
export function createDeadLetters({ clock, log, secret, screens, room = ROOM }: Parts) {
  const hashes = createHasher(secret)
  /** The share of each queue's limit that this process has filled since it last deleted the oldest. */
  const filled = new Map<string, number>()

  /** Returns a reason in the form that may be stored. */
  const reasonOf = (text: string) =>
    redact(screens, text.replaceAll('\0', '')).slice(0, MAX_REASON_LENGTH).toWellFormed()

  /** A message without an id is identified by its body, so that a redelivery is recognized. */
  function deadLetterOf({ message, reason }: RejectedMessage): NewDeadLetter {
    const { corps, integrite } = contentOf(message, screens)
    const sent = message.isNameless ? '' : message.id
    const hash = hashes.ofMessage(message.queue, sent, corps)
    const shown = redact(screens, sent.replaceAll('\0', '').toWellFormed())
    return {
      messageId: shown === '' ? `sans-id-${hash.toString('hex').slice(0, 24)}` : shown,
      ...{ hash, requestId: message.requestId, motif: reasonOf(reason), corps },
      integrite: shown === sent ? integrite : 'masque',
    }
  }

  /** Returns the dead letters that mention the person. It reads all that have a body; their number is limited. */
  async function find(db: Database, kinds: readonly EventKind[], mentions: Mentions) {
    const queues = kinds.map(({ queue }) => queue)
    const outside = new Set(kinds.filter(({ exchange }) => exchange !== undefined).map(({ queue }) => queue))
    const isMentioned = createMentionFinder(mentions)
    const found: Awaited<ReturnType<typeof listDeadLettersAfter>> = []
    for (let last: number | undefined = 0; last !== undefined; ) {
      const page = await listDeadLettersAfter(db, queues, last, PAGE)
      found.push(
        ...page.filter(({ file, corps, motif }) => isMentioned(`${corps} ${motif}`, outside.has(file))),
      )
      last = page.at(-1)?.id
    }
    return found
  }

  return {
    reasonOf,

    /**
     * Stores rejected messages of a queue, without the bodies of those that name an erased person. If this process may
     * have exceeded the limit of the queue, the oldest dead letters are deleted.
     */
    async add(tx: Tx, queue: string, rejected: readonly RejectedMessage[]) {
      await lockQueues(tx, [queue])
      let share = filled.get(queue) ?? EXCESS
      for (const letter of rejected.map(deadLetterOf)) {
        const isErased = await hasErasedName(tx, hashes.ofWords(`${letter.corps} ${letter.motif}`))
        const erased = { motif: ERASED, integrite: 'efface', corps: null } as const
        await upsertDeadLetter(tx, queue, isErased ? { ...letter, ...erased } : letter, clock.now())
        share += 1 / room.nombre + Buffer.byteLength(letter.corps ?? '') / room.octets
      }
      filled.set(queue, share < EXCESS ? share : 0)
      if (share < EXCESS) return
      const messages = await deleteOldest(tx, queue, room)
      if (messages > 0)
        tx.afterCommit(() =>
          log.warn({ queue, messages }, 'Old dead letters were deleted in favor of newer ones'),
        )
    },

    /** Returns the dead letters of these kinds that mention the person, for an export. */
    collect: async (db: Database, kinds: readonly EventKind[], mentions: Mentions) =>
      (await find(db, kinds, mentions)).map(({ file, messageId, le, motif, corps }) => ({
        ...{ file, messageId, le, motif, corps },
      })),

    /**
     * Deletes the dead letters that mention the person and returns their number. Hashes of the person's names remain,
     * so that a message which names the person and is rejected later is stored without its body.
     */
    async erase(tx: Tx, area: string, kinds: readonly EventKind[], mentions: Mentions) {
      // A concurrent rejection is either already stored or will find the hashes of the names.
      await lockQueues(
        tx,
        kinds.map(({ queue }) => queue),
      )
      await insertErasedNames(tx, area, hashes.ofNames(mentions.names), clock.now())
      return deleteDeadLetters(
        tx,
        (await find(tx, kinds, mentions)).map(({ id }) => id),
      )
    },
  }
}
