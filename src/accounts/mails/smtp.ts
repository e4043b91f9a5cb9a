import type { NodemailerError } from 'nodemailer'
import { withTimeout } from '../../platform/concurrency/timeout.ts'

export type Outgoing = {
  /** The same for each try: a mail program shows two copies of one message as one. */
  messageId: string
  to: string
  subject: string
  text: string
  html: string
}

/** `refused`: the server rejects this mail for good. `away`: no mail can be sent at present. */
export type Outcome = { sent: true } | { sent: false; refused: boolean; away: boolean; reason: string }

type Send = (mail: Outgoing) => Promise<Outcome>

/** Timeouts of a silent server and of a whole mail. */
const SILENCE_MS = 10_000
export const TRY_MS = 60_000

/** Sends by SMTP, a connection for each mail: with STARTTLS where the server has it, always with `smtps:`. */
export function smtpAt(url: string, from: { name: string; address: string }): Send {
  return async ({ messageId, to, subject, text, html }) => {
    try {
      const transport = await transportTo(url)
      const sending = transport.sendMail({
        // As objects: an address is not looked at for further ones.
        ...{ from, to: { name: '', address: to }, envelope: { from: from.address, to: [to] } },
        ...{ messageId, subject, text, html },
        headers: { 'auto-submitted': 'auto-generated' },
      })
      await withTimeout(TRY_MS, sending)
      return { sent: true }
    } catch (error) {
      return { sent: false, ...judge(error as NodemailerError) }
    }
  }
}

/** The library, which takes long to load, comes with the first mail. */
async function transportTo(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    ...{ connectionTimeout: SILENCE_MS, greetingTimeout: SILENCE_MS, socketTimeout: SILENCE_MS },
    dnsTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** A refusal for good (5xx) of the recipient or of the content is the mail's; of the login or the sender, the operator's. */
function judge({ code, command = '', permanent, responseCode, response, message }: NodemailerError) {
  // `API`: the library itself sees that there can be no such recipient.
  const ofTheMail = ['RCPT TO', 'DATA', 'API'].includes(command)
  return {
    refused: ofTheMail && (permanent === true || command === 'API'),
    away: !ofTheMail || (responseCode === undefined && command !== 'API') || responseCode === 421,
    reason: `${command || code}: ${response ?? message}`.slice(0, 300),
  }
}
