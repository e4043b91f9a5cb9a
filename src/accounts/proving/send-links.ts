import type { Tx } from '../../platform/database/database.ts'
import { jobKind } from '../../platform/jobs/job.ts'
import type { Limits } from '../../platform/limits/limits.ts'
import type { Accounts } from '../context.ts'
import { RETRY_WINDOW_MS } from '../mails/schemas.ts'
import { findSentOrderMail } from '../mails/store.ts'
import { writeMail, writeMails } from '../mails/write-mails.ts'
import { findByEmail } from '../store/accounts.ts'
import { LINK_MS, type LinkUse } from '../store/links.ts'
import type { Account } from '../tables.ts'

type Asked = { email: string; usage: LinkUse }

/** Sends a requested link, should the address have an account. */
export const sendLinkJob = jobKind<Asked>('accounts.send-link')

/** Three mails with a link an hour go to an address, however often they are asked for. */
export const linkMails = (limits: Limits) =>
  limits.counter({ name: 'courriels-avec-lien', most: 3, seconds: 3_600 })

/**
 * Has a link sent to an address, should it have an account. The look for one is left to a job: here everything is the same,
 * and takes the same time, whether or not there is one.
 */
export const askForLink = ({ db, jobs }: Accounts, asked: Asked) =>
  db.transaction(tx => jobs.add(tx, sendLinkJob, asked))

/** Nothing to do without an account, for an address that is proven, and after three mails in an hour. */
export async function sendLink(accounts: Accounts, { email, usage }: Asked) {
  const account = await findByEmail(accounts.db, email)
  if (!account || (usage === 'confirmation' && account.courrielProuveLe)) return
  if (!(await mayHaveLink(accounts, account.email))) return
  await accounts.db.transaction(tx => writeLinkMail(tx, accounts, account, usage))
}

/** Counts one more mail with a link; false when that is too many. */
export const mayHaveLink = async ({ linkMails }: Accounts, email: string) =>
  (await linkMails.take(email.toLowerCase())) === undefined

export const writeLinkMail = (tx: Tx, accounts: Accounts, account: Account, usage: LinkUse) =>
  writeMail(tx, accounts, {
    modele: usage,
    destinataire: account.email,
    compteId: account.id,
    donnees: {},
    perimeLe: accounts.clock.after(LINK_MS[usage]),
  })

/** Sends the mail of an order again if the order exists. */
export const sendOrderMailJob = jobKind<{ ordreId: string }>('accounts.send-order-mail')

/** The job looks for the order: this takes the same time and answers the same whether or not there is one. */
export const requestOrderMail = ({ db, jobs }: Accounts, ordreId: string) =>
  db.transaction(tx => jobs.add(tx, sendOrderMailJob, { ordreId }))

/**
 * Sends the mail that an order was received once more, with its link, to the address that it went to. Nothing to do for a mail
 * that is still held or on its way, and after three mails with a link in an hour.
 */
export async function sendOrderMail(accounts: Accounts, ordreId: string) {
  const mail = await findSentOrderMail(accounts.db, ordreId)
  if (!mail || !(await mayHaveLink(accounts, mail.destinataire))) return
  const perimeLe = accounts.clock.after(RETRY_WINDOW_MS)
  await accounts.db.transaction(tx =>
    writeMails(tx, accounts, [{ ...mail, objet: null, statut: 'a_envoyer', perimeLe }]),
  )
}
