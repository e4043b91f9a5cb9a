import { type MailWanted, mailWanted } from '../accounts/contract.ts'
import { type Announcement, createAnnouncement } from '../platform/events/outbox.ts'
import { isEmail } from '../platform/text.ts'
import type { Article as Product } from '../reference/contract.ts'
import type { Units } from './article-units.ts'
import { isGuest } from './customer.ts'
import { formatDelivery } from './delivery/terms.ts'
import type { LegalSettings } from './invoice-settings.ts'
import { findCustomer, type OrdersPlatform } from './peers.ts'
import type { DeliveryTerms, Line, Order } from './tables.ts'
import { containedVat } from './vat.ts'

type Seller = Pick<LegalSettings, 'legalVatExempt'>

export type CollectionStore = { nom: string; adresse: string }

/** Returns the e-mail address in the order's customer details; null if there is none or it is invalid. */
export const addressOf = ({ clientInfo: { email } }: Order) =>
  typeof email === 'string' && isEmail(email.trim()) ? email.trim() : null

/** Returns the address given with an order, or else that of its customer's account. */
export async function findOwnAddress({ peers }: OrdersPlatform, order: Order): Promise<string | null> {
  const given = addressOf(order)
  if (given !== null || isGuest(order.clientId)) return given
  return (await findCustomer(peers, order.clientId))?.email ?? null
}

/**
 * A line of an order for a mail. Only names from the reference area are included: others are free text from a caller.
 */
const mailLine = ({ nom, connu, quantite, prixUnitaireCents }: Line) => ({
  nom: connu ? nom : null,
  quantite,
  prixUnitaireCents,
})

/** Units of an article of an order, for a mail. */
function unitsLine(order: Order, { articleId, quantite }: Units) {
  const line = order.lignes.find(each => each.articleId === articleId)
  return line ? { ...mailLine(line), quantite } : { nom: null, quantite, prixUnitaireCents: 0 }
}

const deliveryLine = ({ nom, prixCents }: DeliveryTerms) => ({ nom, prixCents })

/** Returns the request for a mail about an order; none for a guest without a valid e-mail address. */
function mailAbout(
  order: Order,
  mail: Pick<MailWanted, 'modele' | 'prouve' | 'donnees'> &
    Partial<Pick<MailWanted, 'objet' | 'paye' | 'corrige'>>,
): Announcement[] {
  const { ordreId, clientId, langue } = order
  const courriel = addressOf(order)
  if (isGuest(clientId) && courriel === null) return []
  const about = { objet: ordreId, ordreId, clientId, paye: order.confirmeeLe !== null, courriel }
  const donnees = { ...mail.donnees, langue }
  return [createAnnouncement(mailWanted, { ...about, ...mail, donnees })]
}

type ReceivedWithdrawal = { id: number; recuLe: Date; unites: readonly Units[] }

/** The mail acknowledges a withdrawal from a paid order, at the address of the order's other mails. */
export function createWithdrawalMail(order: Order, { id, recuLe, unites }: ReceivedWithdrawal) {
  const articles = unites.map(units => unitsLine(order, units))
  const donnees = { articles, recuLe: recuLe.toISOString() }
  const mail = { modele: 'retractation' as const, objet: String(id), prouve: false, paye: true, donnees }
  return mailAbout(order, mail)
}

/** The lines of an order with its discounts, delivery and VAT, which add up to its total. */
function contentsOf(order: Order, settings: Seller) {
  const remiseCents = (order.remises ?? []).reduce((sum, { montantCents }) => sum + montantCents, 0)
  const { conditionsLivraison } = order
  const codes = (order.codes ?? []).map(({ code }) => code)
  return {
    ...{ montantCents: order.montantTotalCents, articles: order.lignes.map(mailLine), remiseCents },
    ...(conditionsLivraison && { livraison: deliveryLine(conditionsLivraison) }),
    ...(codes.length > 0 && { codes }),
    tva: containedVat(order, settings),
  }
}

/** The circumstances of a new order that its own data do not contain. */
type Placed = {
  prouve: boolean
  /** The store where it is collected, which accounts repeats in its later mails. */
  magasin: CollectionStore | undefined
  products: ReadonlyMap<string, Pick<Product, 'id' | 'photoUrl'>>
}

export function createOrderReceivedMail(
  order: Order,
  settings: Seller,
  { prouve, magasin, products }: Placed,
) {
  const photos = new Map([...products.values()].map(({ id, photoUrl }) => [String(id), photoUrl]))
  const articles = order.lignes.map(line => ({
    ...mailLine(line),
    photoUrl: photos.get(line.articleId) ?? null,
  }))
  const donnees = { ...contentsOf(order, settings), articles, ...(magasin && { magasin }) }
  return mailAbout(order, { modele: 'commande-recue', prouve, donnees })
}

/** The confirmation to the corrected address of a guest, to which later mails about the order go too. */
export const createCorrectedMail = (order: Order, settings: Seller) =>
  mailAbout(order, {
    ...{ modele: 'commande-recue', objet: `${order.ordreId} ${order.versionDestinataire}` },
    ...{ prouve: false, corrige: true, donnees: contentsOf(order, settings) },
  })

/** The mail with a link to pay that staff request. `request` identifies the request. */
export const createPaymentLinkMail = (order: Order, settings: Seller, request: string) =>
  mailAbout(order, {
    ...{ modele: 'lien-paiement', objet: `${order.ordreId} ${request}`, prouve: order.prouve },
    donnees: contentsOf(order, settings),
  })

/** Accounts sends this mail at once, but only to the proven address of the customer's account. */
export const createPaymentMissingMail = (order: Order, settings: Seller) =>
  mailAbout(order, { modele: 'paiement-manquant', prouve: true, donnees: contentsOf(order, settings) })

/**
 * The mail about an order that was sent or, for a collection, is ready. `prouve` is false here and in the mails below:
 * accounts sends them to the recipient of the earlier mails about the order, so it matters only if there are none.
 */
export function createOrderSentMail(order: Order, suivi: string | null) {
  const articles = order.lignes.map(mailLine)
  if (order.livraison === 'retrait')
    return mailAbout(order, { modele: 'commande-prete', prouve: false, donnees: { articles } })
  const { suiviUrl } = formatDelivery({ ...order, trackingNumber: suivi })
  const donnees = { articles, suivi, ...(suiviUrl && { suiviUrl }) }
  return mailAbout(order, { modele: 'commande-expediee', prouve: false, donnees })
}

/** `seraRembourse`: the cancellation refunds everything that was paid. */
export function createOrderCancelledMail(order: Order, settings: Seller, seraRembourse: boolean) {
  const donnees = {
    ...contentsOf(order, settings),
    seraRembourse: seraRembourse && order.montantTotalCents > 0,
  }
  return mailAbout(order, { modele: 'commande-annulee', prouve: false, donnees })
}

type Returned = Units & { montantCents: number }

/** The mail about a return that was refunded: its units and its part of the delivery, with the refunded amount. */
export function createReturnMail(
  order: Order,
  { id, montantCents, livraisonCents }: { id: number; montantCents: number; livraisonCents: number },
  returned: readonly Returned[],
) {
  const articles = returned.map(({ montantCents, ...units }) => ({
    ...unitsLine(order, units),
    montantCents,
  }))
  const nom = order.conditionsLivraison?.nom ?? ''
  const donnees = {
    ...{ articles, montantCents },
    ...(livraisonCents > 0 && { livraison: { nom, prixCents: livraisonCents } }),
  }
  return mailAbout(order, { modele: 'retour', objet: String(id), prouve: false, paye: true, donnees })
}

/** The mail with the link to an order that somebody asked for with its number and address. */
export const createLinkMail = (order: Order, request: string) =>
  mailAbout(order, { modele: 'suivi-commande', objet: request, prouve: false, donnees: {} })

export const createInvoiceMail = (order: Order) =>
  mailAbout(order, { modele: 'facture', prouve: false, donnees: { montantCents: order.montantTotalCents } })
