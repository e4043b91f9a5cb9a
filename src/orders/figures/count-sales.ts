import type { OrdersPlatform } from '../peers.ts'
import { addToFigures, lockFigures } from './store/counting.ts'
import { those } from './store/events.ts'
import { takeWaiting } from './store/waiting.ts'

/** So many that a figure many of them share is written once, and that no transaction takes long. */
const BATCH = 2_000

/** Counts the sales and refunds that wait, each once: the transaction that counts them takes them away. */
export async function countSales({ db }: Pick<OrdersPlatform, 'db'>) {
  for (;;) {
    const counted = await db.transaction(async tx => {
      await lockFigures(tx)
      const waiting = await takeWaiting(tx, BATCH)
      if (waiting.length > 0) await addToFigures(tx, those(waiting))
      return waiting.length
    })
    if (counted < BATCH) return
  }
}
