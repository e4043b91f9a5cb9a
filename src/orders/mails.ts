import { type MailWanted, mailWanted } from '../accounts/contract.ts'
import { type Announcement, announce } from '../platform/events/outbox.ts'
import { isEmail } from '../platform/text.ts'
import { isGuest } from './customer.ts'
import type { Line, Order } from './tables.ts'

/** The address that a shop gave with an order, if it is one. */
const addressOf = ({ clientInfo: { email } }: Order) =>
  typeof email === 'string' && isEmail(email.trim()) ? email.trim() : null

/** Names of articles as the reference area has them: any other one is a caller's own text. */
const named = ({ nom, connu, quantite, prixUnitaireCents }: Line) => ({
  nom: connu ? nom : null,
  quantite,
  prixUnitaireCents,
})

/** A guest who left no address cannot be written to. */
function mailAbout(order: Order, mail: Pick<MailWanted, 'modele' | 'prouve' | 'donnees'>): Announcement[] {
  const { ordreId, clientId } = order
  const courriel = addressOf(order)
  if (isGuest(clientId) && courriel === null) return []
  const about = { objet: ordreId, ordreId, clientId, paye: order.confirmeeLe !== null, courriel }
  return [announce(mailWanted, { ...about, ...mail })]
}

export function orderReceived(order: Order, prouve: boolean) {
  const remiseCents = (order.remises ?? []).reduce((sum, { montantCents }) => sum + montantCents, 0)
  const donnees = { montantCents: order.montantTotalCents, articles: order.lignes.map(named), remiseCents }
  return mailAbout(order, { modele: 'commande-recue', prouve, donnees })
}

/** Goes to the same address as the mail that the order was received. */
export const orderSent = (order: Order, suivi: string | null) =>
  mailAbout(order, { modele: 'commande-expediee', prouve: false, donnees: { suivi } })

export const invoiceIssued = (order: Order) =>
  mailAbout(order, { modele: 'facture', prouve: false, donnees: { montantCents: order.montantTotalCents } })
