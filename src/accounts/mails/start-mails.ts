import type { Accounts } from '../context.ts'
import { senderOf, sendMails } from './send-mails.ts'
import { smtpAt } from './smtp.ts'

/** Sends mails until it is stopped. Without a mail server they are kept, and none is sent. */
export function startMails(accounts: Accounts) {
  const { config, mails, settings } = accounts
  if (settings.smtpUrl === undefined) return undefined
  const from = settings.smtpFrom ?? senderOf(config.publicUrl)
  const send = smtpAt(settings.smtpUrl, { name: config.shopName, address: from })
  const sending = sendMails(accounts, from, send)
  mails.wake = sending.wake
  return sending
}
