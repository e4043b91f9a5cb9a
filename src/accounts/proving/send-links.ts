import type { Tx } from '../../platform/database/database.ts'
import { LANGUAGES, type Language } from '../../platform/http/pages.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import type { Accounts } from '../context.ts'
import { RETRY_WINDOW_MS } from '../mails/schemas.ts'
import { findSentOrderMail } from '../mails/store.ts'
import { writeMail, writeMails } from '../mails/write-mails.ts'
import { findByEmail } from '../store/accounts.ts'
import { LINK_MS, type LinkUse } from '../store/links.ts'
import type { Account } from '../tables.ts'

type LinkRequest = { email: string; usage: LinkUse; langue?: Language }

/** The job that runs `sendLink`. */
export const sendLinkJob = jobKind<LinkRequest>('accounts.send-link')

/**
 * Requests a mail with a link. Only the job looks up the account, so that the response and its duration do not reveal
 * whether one exists.
 */
export const requestLink = ({ db, jobs }: Accounts, request: LinkRequest) =>
  db.transaction(tx => jobs.add(tx, sendLinkJob, request))

/**
 * Writes the requested mail. Does nothing if no account has the address, if the address to confirm is already proven,
 * or if the address has already had three mails with a link within an hour.
 */
export async function sendLink(accounts: Accounts, { email, usage, langue }: LinkRequest) {
  const account = await findByEmail(accounts.db, email)
  if (!account || (usage === 'confirmation' && account.courrielProuveLe)) return
  if (!(await consumeLinkQuota(accounts, account.email))) return
  await accounts.db.transaction(tx => writeLinkMail(tx, accounts, account, { usage, langue }))
}

/** Counts a mail with a link; returns false if the limit is exceeded. */
export const consumeLinkQuota = async ({ linkMails }: Accounts, email: string) =>
  (await linkMails.consume(email.toLowerCase())) === undefined

export const writeLinkMail = (
  tx: Tx,
  accounts: Accounts,
  account: Account,
  { usage, langue = LANGUAGES[0] }: { usage: LinkUse; langue?: Language | undefined },
) =>
  writeMail(tx, accounts, {
    modele: usage,
    destinataire: account.email,
    compteId: account.id,
    donnees: { langue },
    perimeLe: accounts.clock.after(LINK_MS[usage]),
  })

/** The job that runs `sendOrderMail`. */
export const sendOrderMailJob = jobKind<{ ordreId: string }>('accounts.send-order-mail')

/**
 * Requests the mail of an order. Only the job looks up the order, so that the response does not reveal whether it
 * exists.
 */
export const requestOrderMail = ({ db, jobs }: Accounts, ordreId: string) =>
  db.transaction(tx => jobs.add(tx, sendOrderMailJob, { ordreId }))

/**
 * Sends the confirmation mail of an order again, with a new link, to its recipient. Does nothing without such a mail,
 * while it is held or waits to be sent, or if the recipient has already had three mails with a link within an hour.
 */
export async function sendOrderMail(accounts: Accounts, ordreId: string) {
  const mail = await findSentOrderMail(accounts.db, ordreId)
  if (!mail || !(await consumeLinkQuota(accounts, mail.destinataire))) return
  const perimeLe = accounts.clock.after(RETRY_WINDOW_MS)
  await accounts.db.transaction(tx =>
    writeMails(tx, accounts, [{ ...mail, objet: null, statut: 'a_envoyer', perimeLe }]),
  )
}
