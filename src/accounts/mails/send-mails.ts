import type { Tx } from '../../platform/database/database.ts'
import { backoffMs, createBreaker, startDelivery } from '../../platform/delivery.ts'
import type { Accounts } from '../context.ts'
import { prepareMail } from './outgoing.ts'
import { readMailUrl, senderOf } from './server.ts'
import { createSmtpSender, type Outcome, type OutgoingMail, SEND_TIMEOUT_MS } from './smtp.ts'
import { type ClaimedMail, claimMails, markGivenUp, markSent, markWaiting } from './store.ts'

const AT_ONCE = 4
/**
 * A link to an order opens its invoice, which proves the purchase during the two years of the legal guarantee (code de la
 * consommation, L217-3).
 */
const ORDER_LINK_MS = 2 * 366 * 86_400_000
const RETRY_MS = { first: 10_000, longest: 3_600_000, serverAway: 60_000 }

const BREAKER = { threshold: 1, longestMs: RETRY_MS.serverAway }

/** A due mail and its server; `out` is undefined if the mail has expired or its account no longer exists. */
type PreparedMail = { url: string; mail: ClaimedMail; out: OutgoingMail | undefined }

/**
 * Sends mails until stopped. A mail is retried until it is accepted, permanently refused or expired. Without a mail
 * server, mails stay in the table.
 */
export function startMailSender(accounts: Accounts) {
  const { db, clock, log, mails, settings } = accounts
  let server = createBreaker(BREAKER)
  let current: string | undefined
  const sign = (path: string) => mails.links.sign(path, clock.after(ORDER_LINK_MS))

  const claim = ([url, limit]: readonly [string, number]) =>
    db.transaction(async tx => {
      const now = clock.now()
      const { name, address: from } = senderOf(accounts)
      const shop = { name, base: mails.base(), shopUrl: settings.shopUrl, from, sign }
      const claimed: PreparedMail[] = []
      for (const mail of await claimMails(tx, clock.real(), clock.real(2 * SEND_TIMEOUT_MS), limit))
        claimed.push({ url, mail, out: mail.perimeLe <= now ? undefined : await prepareMail(tx, shop, mail) })
      return claimed
    })

  function record(tx: Tx, { id, modele, essais }: ClaimedMail, outcome: Outcome) {
    if (outcome.sent) return markSent(tx, id, clock.now())
    const { refused, away, reason } = outcome
    log.warn({ courriel: id, modele, essais, refused }, 'A mail could not be sent')
    if (refused) return markGivenUp(tx, id, reason)
    // An outage is not a failure of the mail, which is due again when the server is next tried.
    const pauseMs = away ? server.remainingMs() : backoffMs(essais, RETRY_MS.longest, RETRY_MS.first)
    return markWaiting(tx, id, reason, clock.real(pauseMs))
  }

  async function send({ url, mail, out }: PreparedMail) {
    if (!out) return db.transaction(tx => markGivenUp(tx, mail.id, null))
    const outcome = await createSmtpSender(url, senderOf(accounts))(out)
    if (url === current) server.record(outcome.sent || !outcome.away)
    return db.transaction(tx => record(tx, mail, outcome))
  }

  const delivery = startDelivery({
    ...{ log, rows: 'mails', send },
    async limits() {
      const url = await readMailUrl(accounts)
      if (url !== current) {
        current = url
        server = createBreaker(BREAKER)
      }
      return new Map(url === undefined ? [] : [[url, server.limit(AT_ONCE)]])
    },
    claim: async free => (await Promise.all([...free].map(claim))).flat(),
    destinationOf: ({ url }) => url,
  })
  mails.wake = delivery.wake
  return delivery
}
