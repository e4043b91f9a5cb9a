import { isIP } from 'node:net'
import type { Tx } from '../../platform/database/database.ts'
import { backoffMs, createBreaker, startDelivery } from '../../platform/delivery.ts'
import { isEmail } from '../../platform/text.ts'
import type { Accounts } from '../context.ts'
import { prepareMail } from './outgoing.ts'
import { createSmtpSender, type Outcome, type OutgoingMail, SEND_TIMEOUT_MS } from './smtp.ts'
import { type ClaimedMail, claimMails, markGivenUp, markSent, markWaiting } from './store.ts'

const AT_ONCE = 4
/**
 * A link to an order opens its invoice, which proves the purchase during the two years of the legal guarantee (code de la
 * consommation, L217-3).
 */
const ORDER_LINK_MS = 2 * 366 * 86_400_000
const RETRY_MS = { first: 10_000, longest: 3_600_000, serverAway: 60_000 }

/** Returns the default sender address: at the public host if that has a name, otherwise at localhost. */
function senderOf(publicUrl: string | undefined) {
  const host = URL.parse(publicUrl ?? '')?.hostname ?? ''
  const address = `ne-pas-repondre@${host}`
  return isIP(host) === 0 && isEmail(address) ? address : 'comptoir@localhost'
}

/** A due mail; `out` is undefined if the mail has expired or its account no longer exists. */
type PreparedMail = { mail: ClaimedMail; out: OutgoingMail | undefined }

/**
 * Sends mails until stopped. A mail is retried until it is accepted, permanently refused or expired. Returns undefined
 * without a mail server; mails then stay in the table.
 */
export function startMailSender(accounts: Accounts) {
  const { db, clock, config, log, mails, settings } = accounts
  const { shopName: name, publicUrl } = config
  if (settings.smtpUrl === undefined) return undefined
  const from = settings.smtpFrom ?? senderOf(publicUrl)
  const sendBySmtp = createSmtpSender(settings.smtpUrl, { name, address: from })
  const server = createBreaker({ threshold: 1, longestMs: RETRY_MS.serverAway })
  const sign = (path: string) => mails.links.sign(path, clock.after(ORDER_LINK_MS))

  const claim = (limit: number) =>
    db.transaction(async tx => {
      const now = clock.now()
      const shop = { name, base: mails.base(), from, sign }
      const claimed: PreparedMail[] = []
      for (const mail of await claimMails(tx, clock.real(), clock.real(2 * SEND_TIMEOUT_MS), limit))
        claimed.push({ mail, out: mail.perimeLe <= now ? undefined : await prepareMail(tx, shop, mail) })
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

  async function send({ mail, out }: PreparedMail) {
    if (!out) return db.transaction(tx => markGivenUp(tx, mail.id, null))
    const outcome = await sendBySmtp(out)
    server.record(outcome.sent || !outcome.away)
    return db.transaction(tx => record(tx, mail, outcome))
  }

  const delivery = startDelivery({
    ...{ log, rows: 'mails', send },
    limits: () => new Map([[from, server.limit(AT_ONCE)]]),
    claim: free => claim(free.get(from) ?? 0),
    destinationOf: () => from,
  })
  mails.wake = delivery.wake
  return delivery
}
