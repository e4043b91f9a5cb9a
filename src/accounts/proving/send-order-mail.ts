import { jobKind } from '../../platform/jobs/job.ts'
import type { Accounts } from '../context.ts'
import { TRIED_MS } from '../mails/mail.ts'
import { findSentOrderMail } from '../mails/store/mails.ts'
import { writeMails } from '../mails/write-mail.ts'
import { mayHaveLink } from './ask-link.ts'

/** Due when somebody has asked for the mail of an order, which may be anybody's or none. */
export const sendingOrderMail = jobKind<{ ordreId: string }>('accounts.send-order-mail')

/** The job looks for the order: this takes the same time and answers the same whether or not there is one. */
export const requestOrderMail = ({ db, jobs }: Accounts, ordreId: string) =>
  db.transaction(tx => jobs.add(tx, sendingOrderMail, { ordreId }))

/**
 * Sends the mail that an order was received once more, with its link, to the address that it went to. Nothing to do for a mail
 * that is still held or on its way, and after three mails with a link in an hour.
 */
export async function sendOrderMail(accounts: Accounts, ordreId: string) {
  const mail = await findSentOrderMail(accounts.db, ordreId)
  if (!mail || !(await mayHaveLink(accounts, mail.destinataire))) return
  const perimeLe = accounts.clock.after(TRIED_MS)
  await accounts.db.transaction(tx =>
    writeMails(tx, accounts, [{ ...mail, objet: null, statut: 'a_envoyer', perimeLe }]),
  )
}
