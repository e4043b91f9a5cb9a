import { createHash } from 'node:crypto'
import { cancellationPath, invoicePath } from '../../orders/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import { LINK_TOKEN } from '../../platform/http/signed-links.ts'
import { fingerprint } from '../credentials/tokens.ts'
import { insertLink, type LinkUse, linkTo, newLinkToken } from '../store/links.ts'
import { htmlOf, textOf } from './render.ts'
import type { Mail } from './schemas.ts'
import type { Outgoing } from './smtp.ts'
import type { Sending } from './store.ts'
import { contentOf, MASK } from './texts.ts'

type Shop = {
  name: string
  base: string
  from: string
  /** Adds a signed token with an expiry time to a path. */
  sign: (path: string) => string
}

const linkUseOf = ({ modele }: Pick<Mail, 'modele'>): LinkUse | undefined =>
  modele === 'confirmation' || modele === 'mot-de-passe' ? modele : undefined

/** Returns the URL of a mail's link with its secret masked; undefined for a mail without a link. */
export function maskedLink(base: string, mail: Pick<Mail, 'modele' | 'ordreId'>) {
  const path = orderPathOf(mail)
  if (path) return `${base}${path}?${LINK_TOKEN}=${MASK}`
  const usage = linkUseOf(mail)
  return usage && linkTo(base, usage, MASK)
}

/** Returns the path of the order page that a mail links to; undefined for a mail without such a link. */
function orderPathOf({ modele, ordreId }: Pick<Mail, 'modele' | 'ordreId'>): string | undefined {
  if (ordreId === null) return undefined
  if (modele === 'facture') return invoicePath(ordreId)
  return modele === 'commande-recue' ? cancellationPath(ordreId) : undefined
}

/**
 * Returns a mail ready to be sent; undefined if its account no longer exists. Each attempt creates a new link, whose
 * secret no table contains.
 */
export async function outgoing(
  tx: Tx,
  { name, base, from, sign }: Shop,
  mail: Sending,
): Promise<Outgoing | undefined> {
  const usage = linkUseOf(mail)
  const path = orderPathOf(mail)
  let link = path && base + sign(path)
  if (usage && mail.compteId !== null) {
    const token = newLinkToken()
    const { compteId, perimeLe: expireLe } = mail
    if (!(await insertLink(tx, { hash: fingerprint(token), compteId, usage, expireLe }))) return undefined
    link = linkTo(base, usage, token)
  }
  const content = contentOf(mail, name, link)
  return {
    messageId: messageIdOf(mail, from),
    to: mail.destinataire,
    subject: content.subject,
    text: textOf(content),
    html: htmlOf(content, name),
  }
}

/** Derived from the row, so that each attempt has the same id, and hashed, so that the id reveals nothing. */
function messageIdOf({ id, createdAt }: Sending, from: string) {
  const own = createHash('sha256').update(`${id} ${createdAt.toISOString()} ${from}`).digest('base64url')
  return `<${own}@${from.slice(from.lastIndexOf('@') + 1)}>`
}
