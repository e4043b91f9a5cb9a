import { type Announcement, createAnnouncement } from '../../platform/events/outbox.ts'
import { orderConfirmed, orderRefunded, orderToPrepare, purchaseRefunded } from '../contract.ts'
import { isGuest } from '../customer.ts'
import { deliveryCents } from '../delivery/terms.ts'
import { paidLines, unitPrices } from '../paid-lines.ts'
import { recipientOf } from '../postal-address.ts'
import type { Refund } from '../store/payments.ts'
import type { Line, Order } from '../tables.ts'

/**
 * Creates the events that pass a confirmed order to logistics and, except for guests, to the purchase history. They are
 * published by the transaction that confirms the order. The history gets the paid amount of each line, in two items if
 * it is not divisible by the quantity.
 */
export function createConfirmationEvents(order: Order, now: Date): Announcement[] {
  const { ordreId, clientId, transactionId, montantTotalCents, lignes, magasinId, createdAt } = order
  const timestamp = now.toISOString()
  const preparation = createAnnouncement(orderToPrepare, {
    ordreId,
    clientId,
    articles: articlesToPrepare(lignes),
    ...recipientFields(order),
    ...(magasinId !== null && { magasinId }),
    timestamp,
  })
  if (isGuest(clientId)) return [preparation]
  const purchase = createAnnouncement(orderConfirmed, {
    ordreId,
    clientId,
    transactionId,
    montantTotalCents,
    articles: paidLines(order).flatMap(line =>
      unitPrices(line).map(({ quantity, unitPrice }) => ({
        articleId: line.articleId,
        articleName: line.nom,
        quantity,
        unitPrice,
        category: line.categories,
      })),
    ),
    purchaseDate: createdAt.toISOString(),
    timestamp,
  })
  return [preparation, purchase]
}

/** The fields of events from which logistics writes the recipient of slips. */
export function recipientFields({ adresseLivraison, clientInfo, conditionsLivraison }: Order) {
  const pointRelais = conditionsLivraison?.pointRelais
  const destinataire = { ...recipientOf(adresseLivraison, clientInfo), ...(pointRelais && { pointRelais }) }
  return { adresseLivraison, ...(Object.keys(destinataire).length > 0 && { destinataire }) }
}

/** Merges lines by article for preparation: an unknown article can have several lines at different prices. */
function articlesToPrepare(lines: Line[]) {
  const articles = new Map<string, { id: string; nom: string; quantite: number }>()
  for (const { articleId: id, nom, quantite } of lines)
    articles.getOrInsert(id, { id, nom, quantite: 0 }).quantite += quantite
  return [...articles.values()]
}

/**
 * Creates the events of a refund, none for guests: the remaining paid amount for loyalty and, when the goods are fully
 * refunded, the removal from the purchase history. They are published only once the payment has confirmed the order:
 * before that, there are no points and no history.
 */
export function createRefundEvents(
  order: Pick<Order, 'clientId' | 'montantTotalCents' | 'conditionsLivraison'>,
  { ordreId, transactionId, remboursementId, montantCents, resteCents }: Refund,
  now: Date,
): Announcement[] {
  const { clientId } = order
  if (isGuest(clientId)) return []
  const kept = deliveryLeftCents(order)
  // One refund alone reaches this amount, in whatever order they arrive.
  const refundsGoods = resteCents <= kept && resteCents + montantCents > kept
  const timestamp = now.toISOString()
  const refunded = { ordreId, clientId, transactionId, remboursementId, montantCents, resteCents, timestamp }
  return [
    createAnnouncement(orderRefunded, refunded),
    ...(refundsGoods ? [createAnnouncement(purchaseRefunded, { ordreId, clientId, timestamp })] : []),
  ]
}

/**
 * The remaining paid amount at which the goods of an order are fully refunded: that of the delivery, or nothing if the
 * goods were free.
 */
function deliveryLeftCents(order: Pick<Order, 'montantTotalCents' | 'conditionsLivraison'>) {
  const delivery = deliveryCents(order)
  return delivery < order.montantTotalCents ? delivery : 0
}
