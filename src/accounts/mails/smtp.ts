import type { NodemailerError } from 'nodemailer'
import { withTimeout } from '../../platform/concurrency/timeout.ts'

export type OutgoingMail = {
  /** Identical for each attempt, so that mail programs can show two copies as one message. */
  messageId: string
  to: string
  subject: string
  text: string
  /** Undefined for a mail without formatted text. */
  html: string | undefined
}

/** `refused`: the server or the library permanently rejects this mail. `away`: no mail can be sent at present. */
export type Outcome =
  | { sent: true; response: string }
  | { sent: false; refused: boolean; away: boolean; reason: string }

/** The time limits for connecting and for each response of the server, and for sending a mail as a whole. */
const SILENCE_MS = 10_000
export const SEND_TIMEOUT_MS = 60_000

/**
 * Returns a function that sends a mail by SMTP on a separate connection: with STARTTLS if the server supports it, always
 * encrypted with `smtps:`. The function returns failures and never throws.
 */
export const createSmtpSender =
  (url: string, from: { name: string; address: string }) =>
  async ({ messageId, to, subject, text, html }: OutgoingMail): Promise<Outcome> => {
    try {
      const transport = await transportTo(url)
      const sending = transport.sendMail({
        // Objects, so that the library does not parse an address for further ones.
        ...{ from, to: { name: '', address: to }, envelope: { from: from.address, to: [to] } },
        ...{ messageId, subject, text, ...(html === undefined ? {} : { html }) },
        headers: { 'auto-submitted': 'auto-generated' },
      })
      const { response } = await withTimeout(SEND_TIMEOUT_MS, sending)
      return { sent: true, response }
    } catch (error) {
      return { sent: false, ...classifyFailure(error as NodemailerError) }
    }
  }

/** Imports the library only when a mail is sent, because loading it is slow. */
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

/**
 * Decides whether a failure concerns the mail or the server. A refusal of the recipient or the content concerns the
 * mail: a permanent one (5xx) ends it, a temporary one (4xx) delays it. Everything else stops all mails: no response, a
 * server that closes (421), and a refusal of the login or the sender, which is a configuration error.
 */
function classifyFailure({
  code,
  command = '',
  permanent,
  responseCode,
  response,
  message,
}: NodemailerError) {
  // `API`: the library itself rejects the recipient as impossible.
  const ofTheMail = ['RCPT TO', 'DATA', 'API'].includes(command)
  return {
    refused: ofTheMail && (permanent === true || command === 'API'),
    away: !ofTheMail || (responseCode === undefined && command !== 'API') || responseCode === 421,
    reason: `${command || code}: ${response ?? message}`.slice(0, 300),
  }
}
