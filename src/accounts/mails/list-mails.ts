import type { Accounts } from '../context.ts'
import type { Mail } from './mail.ts'
import { maskedLink } from './outgoing.ts'
import { textOf } from './render.ts'
import type { MailQuery } from './schemas.ts'
import { countMails, searchMails } from './store/mails.ts'
import { contentOf } from './texts.ts'

/** Mails as the shop's staff read them, newest first. */
export async function listMails(accounts: Accounts, { page, limit, ...search }: MailQuery) {
  const { db } = accounts
  const [mails, total] = await Promise.all([searchMails(db, search, { page, limit }), countMails(db, search)])
  return { data: mails.map(mail => shown(accounts, mail)), total, page, limit }
}

function shown({ config, mails }: Accounts, mail: Mail) {
  const content = contentOf(mail, config.shopName, maskedLink(mails.base(), mail))
  return { ...mail, sujet: content.subject, texte: textOf(content) }
}
