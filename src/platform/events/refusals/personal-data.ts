import type { Clock } from '../../clock.ts'
import type { Database, Tx } from '../../database/database.ts'
import type { EventKind } from '../event.ts'
import { type Mentions, teller } from './naming.ts'
import type { Refusals } from './refusals.ts'
import { bodiesAfter, forgetRefusals, insertErasedNames, lockQueues, type RefusedMessage } from './store.ts'

type Parts = { clock: Clock; refusals: Refusals; kinds: readonly EventKind[] }

const queuesOf = (kinds: readonly EventKind[]) => kinds.map(({ queue }) => queue)

const AT_ONCE = 100

/** The refused messages of these queues that tell of the person. All that are kept are read: they are bounded. */
async function telling(db: Database, kinds: readonly EventKind[], mentions: Mentions) {
  const queues = queuesOf(kinds)
  const fromOutside = new Set(queuesOf(kinds.filter(({ exchange }) => exchange !== undefined)))
  const tellsOf = teller(mentions)
  const found: (RefusedMessage & { corps: string })[] = []
  if (queues.length === 0) return found
  for (let after = 0; ; ) {
    const rows = await bodiesAfter(db, queues, after, AT_ONCE)
    found.push(
      ...rows.filter(({ file, corps, motif }) => tellsOf(`${corps} ${motif}`, fromOutside.has(file))),
    )
    const last = rows.at(-1)
    if (!last || rows.length < AT_ONCE) return found
    after = last.id
  }
}

/** As they may be handed out. */
export const refusalsNaming = async ({ db, kinds }: Parts & { db: Database }, mentions: Mentions) =>
  (await telling(db, kinds, mentions)).map(({ file, messageId, le, motif, corps }) => ({
    ...{ file, messageId, le, motif, corps },
  }))

/**
 * Lets them go whole: what was refused is in no amount. A message that names the person and is refused later is kept without
 * its body, for the names are remembered as hashes. Gives the number of messages.
 */
export async function eraseRefusals(
  tx: Tx,
  area: string,
  { clock, refusals, kinds }: Parts,
  mentions: Mentions,
): Promise<number> {
  // Who refuses a message now has either kept it, or will find the name.
  await lockQueues(tx, queuesOf(kinds))
  await insertErasedNames(tx, area, refusals.hashes.ofNames(mentions.names), clock.now())
  const found = await telling(tx, kinds, mentions)
  return forgetRefusals(
    tx,
    found.map(({ id }) => id),
  )
}
