import { isIP } from 'node:net'
import { createSignal } from '../../platform/concurrency/signal.ts'
import { isEmail } from '../../platform/email.ts'
import type { Accounts } from '../context.ts'
import { outgoing } from './outgoing.ts'
import { type Outcome, type Outgoing, type Send, TRY_MS } from './smtp.ts'
import { claimMails, markGivenUp, markSent, markWaiting, type Sending } from './store/sending.ts'

const AT_ONCE = 4
const POLL_MS = 1_000
/** Longer than a try may take, so that nobody else tries meanwhile; after a crash it is how long a mail waits. */
const CLAIM_MS = 2 * TRY_MS
/** A link to an order opens its invoice, which proves the purchase for as long as the seller answers for the goods: two years (code de la consommation, L217-3). */
const ORDER_LINK_MS = 2 * 366 * 86_400_000
const LONGEST_MS = { mail: 3_600_000, away: 60_000 }

/** Twice as long each time. */
const pauseAfter = (failures: number, longestMs: number, firstMs = 1_000) =>
  Math.min(firstMs * 2 ** Math.max(0, failures - 1), longestMs)

/** Where mails come from when nothing says it: the public host, if it has a name. */
export function senderOf(publicUrl: string | undefined) {
  const host = URL.parse(publicUrl ?? '')?.hostname ?? ''
  const address = `ne-pas-repondre@${host}`
  return isIP(host) === 0 && isEmail(address) ? address : 'comptoir@localhost'
}

type Claimed = { mail: Sending; out: Outgoing | undefined }

/**
 * Sends the mails that are due until each is taken, refused for good or too late. Not in jobs: four of those run at a time,
 * and a server that hangs would keep payments waiting. While nothing can be sent, all pause and then one mail is tried.
 */
export function sendMails(accounts: Accounts, from: string, send: Send) {
  const { db, clock, config, log, mails } = accounts
  const stopping = new AbortController()
  const { signal } = stopping
  const newMails = createSignal(POLL_MS, signal)
  const underWay = new Set<Promise<void>>()
  let failures = 0
  let pausedUntil = 0

  /** What concerns the world outside is real time, however fast the clock runs. */
  const realTime = (ms = 0) => new Date(clock.toReal(clock.now()).getTime() + ms)

  function note(outcome: Outcome) {
    if (outcome.sent || !outcome.away) failures = 0
    else if (performance.now() >= pausedUntil)
      pausedUntil = performance.now() + pauseAfter(++failures, LONGEST_MS.away)
  }

  const record = ({ id, modele, essais }: Sending, outcome: Outcome) =>
    db.transaction(tx => {
      if (outcome.sent) return markSent(tx, id, clock.now())
      const { refused, away, reason } = outcome
      log.warn({ courriel: id, modele, essais, refused }, 'A mail was not taken')
      if (refused) return markGivenUp(tx, id, reason)
      // An outage says nothing of the mail: it goes as soon as it is over.
      const pause = away ? pauseAfter(failures, LONGEST_MS.away) : pauseAfter(essais, LONGEST_MS.mail, 10_000)
      return markWaiting(tx, id, reason, realTime(pause))
    })

  /** Should its outcome not be recorded, the claim ends and it is sent again. */
  async function deliver({ mail, out }: Claimed) {
    if (!out) return db.transaction(tx => markGivenUp(tx, mail.id, null)).then(() => {})
    const outcome = await send(out)
    note(outcome)
    await record(mail, outcome)
  }

  function set(claimed: Claimed) {
    const delivering = deliver(claimed)
      .catch(error => log.warn({ err: error }, 'A mail will be sent again'))
      .finally(() => {
        underWay.delete(delivering)
        newMails.notify()
      })
    underWay.add(delivering)
  }

  const sign = (path: string) => mails.links.sign(path, clock.after(ORDER_LINK_MS))
  const shop = () => ({ name: config.shopName, base: mails.base(), from, sign })

  const claim = (limit: number) =>
    db.transaction(async tx => {
      const now = clock.now()
      const due = await claimMails(tx, realTime(), realTime(CLAIM_MS), limit)
      const claimed: Claimed[] = []
      for (const mail of due)
        claimed.push({ mail, out: mail.perimeLe <= now ? undefined : await outgoing(tx, shop(), mail) })
      return claimed
    })

  /** Claims as many as may be under way. False when there may be no more. */
  async function fill() {
    const free = performance.now() < pausedUntil ? 0 : (failures > 0 ? 1 : AT_ONCE) - underWay.size
    if (free <= 0) return false
    const claimed = await claim(free)
    for (const each of claimed) set(each)
    return claimed.length === free
  }

  async function run() {
    while (!signal.aborted) {
      const more = await fill().catch(error => log.warn({ err: error }, 'Mails wait'))
      if (!more) await newMails.wait()
    }
    await Promise.all(underWay)
  }

  const running = run()
  return {
    wake: newMails.notify,
    async stop() {
      stopping.abort()
      await running
    },
  }
}
