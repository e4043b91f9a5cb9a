import { mailWanted } from '../accounts/contract.ts'
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
const isReachable = (order: Order) => !isGuest(order.clientId) || addressOf(order) !== null

const about = (order: Order) => ({
  objet: order.ordreId,
  ordreId: order.ordreId,
  clientId: order.clientId,
  paye: order.confirmeeLe !== null,
  courriel: addressOf(order),
})

export const orderReceived = (order: Order, prouve: boolean): Announcement[] => {
  if (!isReachable(order)) return []
  const remiseCents = (order.remises ?? []).reduce((sum, { montantCents }) => sum + montantCents, 0)
  const donnees = { montantCents: order.montantTotalCents, articles: order.lignes.map(named), remiseCents }
  return [announce(mailWanted, { ...about(order), modele: 'commande-recue', prouve, donnees })]
}

/** Goes to the same address as the mail that the order was received. */
export const orderSent = (order: Order, suivi: string | null): Announcement[] => {
  if (!isReachable(order)) return []
  return [
    announce(mailWanted, { ...about(order), modele: 'commande-expediee', prouve: false, donnees: { suivi } }),
  ]
}

export const invoiceIssued = (order: Order): Announcement[] => {
  if (!isReachable(order)) return []
  const donnees = { montantCents: order.montantTotalCents }
  return [announce(mailWanted, { ...about(order), modele: 'facture', prouve: false, donnees })]
}
