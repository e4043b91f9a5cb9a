import { createSignal } from '../../platform/concurrency/signal.ts'
import type { Accounts } from '../context.ts'
import type { Outcome } from './deliver.ts'
import { recordOutcome } from './record-outcome.ts'
import { activeReceivers, claimDeliveries, giveBack, type Receiver, type Sending } from './store/sending.ts'

/** Deliveries of one webhook on their way at the same time, in one process. */
const AT_ONCE = 8
/** While it takes nothing, one at a time tries whether it does again. */
const AT_ONCE_FAILING = 1
const POLL_MS = 1_000
/** What is on its way when the process ends may still be answered. */
const LAST_MS = 1_500

type Parts = {
  accounts: Accounts
  deliver: (receiver: Receiver, sending: Sending, ending: AbortSignal) => Promise<Outcome>
  /** Longer than a try may take, so that nobody else tries meanwhile; after a crash it is how long a delivery waits. */
  claimMs: number
}

/**
 * Sends deliveries that are due. Not in jobs: four of those run at a time, and a receiver that hangs would keep payments waiting.
 * Here each webhook has places of its own, so one that hangs does not even hold up the others.
 */
export function sendWebhooks({ accounts, deliver, claimMs }: Parts) {
  const { db, clock, log } = accounts
  const stopping = new AbortController()
  const ending = new AbortController()
  const { signal } = stopping
  const newDeliveries = createSignal(POLL_MS, signal)
  const underWay = new Set<Promise<void>>()
  const busy = new Map<number, number>()

  const realTime = (ms = 0) => new Date(clock.toReal(clock.now()).getTime() + ms)

  const placesOf = ({ id, enEchecDepuis }: Receiver) => ({
    id,
    free: (enEchecDepuis ? AT_ONCE_FAILING : AT_ONCE) - (busy.get(id) ?? 0),
  })

  async function tryOnce(receiver: Receiver, sending: Sending) {
    let outcome: Outcome
    try {
      outcome = await deliver(receiver, sending, ending.signal)
    } catch {
      return db.transaction(tx => giveBack(tx, sending.id, realTime())).then(() => {})
    }
    await recordOutcome(accounts, sending, outcome)
  }

  function set(receiver: Receiver, sending: Sending) {
    const { id } = receiver
    busy.set(id, (busy.get(id) ?? 0) + 1)
    const trying = tryOnce(receiver, sending)
      // Its claim ends, and it is sent again.
      .catch(error => log.warn({ err: error, livraison: sending.id }, 'What came of a webhook was not kept'))
      .finally(() => {
        busy.set(id, (busy.get(id) ?? 1) - 1)
        underWay.delete(trying)
        newDeliveries.notify()
      })
    underWay.add(trying)
  }

  /** Claims what there are places for. Each that ends makes room, and wakes this. */
  async function fill() {
    const receivers = await activeReceivers(db)
    const places = receivers.map(placesOf).filter(({ free }) => free > 0)
    if (places.length === 0) return
    const claimed = await db.transaction(tx =>
      claimDeliveries(tx, places, { real: realTime(), until: realTime(claimMs) }),
    )
    for (const sending of claimed) {
      const receiver = receivers.find(({ id }) => id === sending.webhookId)
      if (receiver) set(receiver, sending)
    }
  }

  async function run() {
    while (!signal.aborted) {
      await fill().catch(error => log.warn({ err: error }, 'Webhooks wait'))
      await newDeliveries.wait()
    }
    const last = setTimeout(() => ending.abort(), LAST_MS)
    await Promise.all(underWay)
    clearTimeout(last)
  }

  const running = run()
  return {
    wake: newDeliveries.notify,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
