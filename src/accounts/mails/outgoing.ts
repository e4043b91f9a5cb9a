import { createHash } from 'node:crypto'
import { cancellationPath, invoicePath } from '../../orders/contract.ts'
import { orderPaymentPath } from '../../payments/contract.ts'
import type { Tx } from '../../platform/database/database.ts'
import { LINK_TOKEN } from '../../platform/http/signed-links.ts'
import { hashToken } from '../credentials/tokens.ts'
import { generateLinkToken, insertLink, type LinkUse, linkUrlOf } from '../store/links.ts'
import { contentOf, type Links, MASK, type Shop } from './content.ts'
import { renderHtml, renderText } from './render.ts'
import type { Mail } from './schemas.ts'
import type { OutgoingMail } from './smtp.ts'
import type { ClaimedMail } from './store.ts'

type Sender = {
  shop: Shop
  from: string
  /** Adds a signed token with an expiry time to a path. */
  sign: (path: string) => string
}

const linkUseOf = ({ modele }: Pick<Mail, 'modele'>): LinkUse | undefined =>
  modele === 'confirmation' || modele === 'mot-de-passe' ? modele : undefined

/** Returns the URLs of a mail's links with their secrets masked. */
export function maskedLinksOf(shop: ShopAddresses, mail: Pick<Mail, 'modele' | 'ordreId'>): Links {
  const usage = linkUseOf(mail)
  if (usage) return { main: linkUrlOf(shop.base, usage, MASK) }
  return orderLinksOf(shop, path => `${path}?${LINK_TOKEN}=${MASK}`, mail)
}

type ShopAddresses = Pick<Shop, 'base' | 'shopUrl' | 'hasPages'>

/**
 * Returns the links of a mail about an order. The signature of an order's record also serves the shop's page, which reads
 * and cancels the order through the interface.
 */
function orderLinksOf(
  { base, shopUrl, hasPages }: ShopAddresses,
  sign: Sender['sign'],
  { modele, ordreId }: Pick<Mail, 'modele' | 'ordreId'>,
): Links {
  if (ordreId === null) return {}
  if (modele === 'paiement-manquant' || modele === 'lien-paiement')
    return { main: base + sign(orderPaymentPath(ordreId)) }
  const invoice = sign(invoicePath(ordreId))
  if (modele === 'facture') return { main: base + invoice }
  const page = `${shopUrl}/commandes/${encodeURIComponent(ordreId)}${invoice.slice(invoice.indexOf('?'))}`
  if (modele === 'suivi-commande') return { main: page }
  if (modele !== 'commande-recue') return {}
  return { main: hasPages ? page : undefined, cancel: base + sign(cancellationPath(ordreId)) }
}

/**
 * Returns a mail ready to be sent; undefined for a mail with a single-use link whose account no longer exists. Each
 * attempt creates a new link, because no table contains the secret of an earlier one.
 */
export async function prepareMail(
  tx: Tx,
  { shop, from, sign }: Sender,
  mail: ClaimedMail,
): Promise<OutgoingMail | undefined> {
  const usage = linkUseOf(mail)
  let links = orderLinksOf(shop, sign, mail)
  if (usage && mail.compteId !== null) {
    const token = generateLinkToken()
    const { compteId, perimeLe: expireLe } = mail
    if (!(await insertLink(tx, { hash: hashToken(token), compteId, usage, expireLe }))) return undefined
    links = { main: linkUrlOf(shop.base, usage, token) }
  }
  const content = contentOf(mail, shop, links)
  return {
    messageId: messageIdOf(mail, from),
    to: mail.destinataire,
    subject: content.subject,
    text: renderText(content, shop),
    html: renderHtml(content, shop),
  }
}

/** Derived from the row, so that each attempt has the same id, and hashed, so that the id reveals nothing. */
function messageIdOf({ id, createdAt }: ClaimedMail, from: string) {
  const own = createHash('sha256').update(`${id} ${createdAt.toISOString()} ${from}`).digest('base64url')
  return `<${own}@${from.slice(from.lastIndexOf('@') + 1)}>`
}
