import { type MailWanted, mailWanted } from '../accounts/contract.ts'
import { type Announcement, createAnnouncement } from '../platform/events/outbox.ts'
import { isEmail } from '../platform/text.ts'
import type { Units } from './article-units.ts'
import { isGuest } from './customer.ts'
import { formatDelivery } from './delivery/terms.ts'
import type { DeliveryTerms, Line, Order } from './tables.ts'

/** Returns the e-mail address in the order's customer details; null if there is none or it is invalid. */
export const addressOf = ({ clientInfo: { email } }: Order) =>
  typeof email === 'string' && isEmail(email.trim()) ? email.trim() : null

/**
 * A line of an order for a mail. Only names from the reference area are included: others are free text from a caller.
 */
const mailLine = ({ nom, connu, quantite, prixUnitaireCents }: Line) => ({
  nom: connu ? nom : null,
  quantite,
  prixUnitaireCents,
})

const deliveryLine = ({ nom, prixCents }: DeliveryTerms) => ({ nom, prixCents })

/** Returns the request for a mail about an order; none for a guest without a valid e-mail address. */
function mailAbout(
  order: Order,
  mail: Pick<MailWanted, 'modele' | 'prouve' | 'donnees'> & Partial<Pick<MailWanted, 'objet' | 'paye'>>,
): Announcement[] {
  const { ordreId, clientId } = order
  const courriel = addressOf(order)
  if (isGuest(clientId) && courriel === null) return []
  const about = { objet: ordreId, ordreId, clientId, paye: order.confirmeeLe !== null, courriel }
  return [createAnnouncement(mailWanted, { ...about, ...mail })]
}

type ReceivedWithdrawal = { id: number; recuLe: Date; unites: readonly Units[] }

/** The mail acknowledges a withdrawal from a paid order, at the address of the order's other mails. */
export function createWithdrawalMail(order: Order, { id, recuLe, unites }: ReceivedWithdrawal) {
  const articles = unites.map(({ articleId, quantite }) => {
    const line = order.lignes.find(each => each.articleId === articleId)
    return line ? { ...mailLine(line), quantite } : { nom: null, quantite, prixUnitaireCents: 0 }
  })
  const donnees = { articles, recuLe: recuLe.toISOString() }
  const mail = { modele: 'retractation' as const, objet: String(id), prouve: false, paye: true, donnees }
  return mailAbout(order, mail)
}

export function createOrderReceivedMail(order: Order, prouve: boolean) {
  const remiseCents = (order.remises ?? []).reduce((sum, { montantCents }) => sum + montantCents, 0)
  const { conditionsLivraison } = order
  const codes = (order.codes ?? []).map(({ code }) => code)
  const donnees = {
    ...{ montantCents: order.montantTotalCents, articles: order.lignes.map(mailLine), remiseCents },
    ...(conditionsLivraison && { livraison: deliveryLine(conditionsLivraison) }),
    ...(codes.length > 0 && { codes }),
  }
  return mailAbout(order, { modele: 'commande-recue', prouve, donnees })
}

/**
 * `prouve` is false here and in the invoice mail: accounts sends both to the recipient of the earlier mails about the
 * order, so it matters only if there are none.
 */
export function createOrderSentMail(order: Order, suivi: string | null) {
  const { suiviUrl } = formatDelivery({ ...order, trackingNumber: suivi })
  const donnees = { suivi, ...(suiviUrl && { suiviUrl }) }
  return mailAbout(order, { modele: 'commande-expediee', prouve: false, donnees })
}

/** The mail with the link to an order that somebody asked for with its number and address. */
export const createLinkMail = (order: Order, request: string) =>
  mailAbout(order, { modele: 'suivi-commande', objet: request, prouve: false, donnees: {} })

export const createInvoiceMail = (order: Order) =>
  mailAbout(order, { modele: 'facture', prouve: false, donnees: { montantCents: order.montantTotalCents } })
