import { answerOf, api, ComptoirError, newKey } from '../../api/client.ts'
import type { Pricing } from '../../basket/price-basket.ts'
import { basket } from '../../state/basket.ts'
import { guestId, lastPlacing, rememberOrder } from '../../state/orders.ts'
import { session } from '../../state/session.ts'
import type { Delivery, Details } from './details.ts'

const trimmed = (given: Details) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.trim()]))

function orderOf(priced: Pricing['priced'], given: Details, delivery: Delivery) {
  const { rue, codePostal, ville, ...contact } = trimmed(given)
  const customer = session.value
  return {
    clientId: customer?.clientId ?? guestId.value,
    articles: priced.lignes.map(({ id, quantite, prixUnitaireCents, nom }) => ({
      ...{ id, quantite, prixUnitaireCents, nom },
      photo: basket.value.find(line => line.id === id)?.photo,
    })),
    montantTotalCents: priced.totalCents,
    adresseLivraison: delivery.mode === 'domicile' ? { rue, codePostal, ville, pays: 'France' } : {},
    clientInfo: customer
      ? { email: customer.email, prenom: customer.prenom, nom: customer.nom, telephone: contact.telephone }
      : contact,
    livraison: delivery,
  }
}

const readOrder = (ordreId: string) =>
  answerOf(api.GET('/api/commandes/{ordreId}', { params: { path: { ordreId } } }))

const PAID = ['commande-payee', 'commande-en-preparation']

/**
 * Cancels an order that is not wanted any more, so that what it reserved is free again. False when it is paid, or about to be:
 * then it stays. A guest may not cancel by its number alone; what is not paid ends by itself.
 */
async function cancelUnpaid(ordreId: string): Promise<boolean> {
  try {
    const params = { path: { ordreId } }
    const body = { siImpayee: true }
    await answerOf(api.POST('/api/v1/publique/commandes/{ordreId}/annulation', { params, body }))
    return true
  } catch (error) {
    // What the order says of its payment may be a moment old; a refusal is not.
    if (error instanceof ComptoirError && PAID.includes(error.code ?? '')) return false
    const order = await readOrder(ordreId).catch(() => undefined)
    return order === undefined || order.statut === 'ANNULEE' || order.paiement.statut === 'aucun'
  }
}

/** Whether an order of the same content can still be paid. */
async function isOpen(ordreId: string) {
  const order = await readOrder(ordreId)
  return order.statut === 'EN_ATTENTE' && order.paiement.statut === 'aucun'
}

/** The order that was placed before is paid after all: it is shown, and nothing is placed. */
export class PaidBefore extends Error {
  readonly ordreId: string
  constructor(ordreId: string) {
    super(`Order ${ordreId} is paid or being paid`)
    this.ordreId = ordreId
  }
}

/** Places the order of what is shown, for the total that is shown; its id. Throws `PaidBefore` when the last one is paid. */
export async function placeOrder(priced: Pricing['priced'], given: Details, delivery: Delivery) {
  const order = orderOf(priced, given, delivery)
  const body = JSON.stringify(order)
  const last = lastPlacing.value
  if (last?.ordreId && last.body === body && (await isOpen(last.ordreId).catch(() => false)))
    return last.ordreId
  if (last?.ordreId && !(await cancelUnpaid(last.ordreId))) {
    // The basket of another content is still to be ordered: once the order is shown, it may be.
    if (last.body !== body) lastPlacing.value = undefined
    throw new PaidBefore(last.ordreId)
  }
  // The answer of a call may be lost: the same content is asked for with the same key then.
  const key = last && !last.ordreId && last.body === body ? last.key : newKey()
  lastPlacing.value = { body, key }
  try {
    const placed = await answerOf(
      api.POST('/api/commandes', { body: order, params: { header: { 'Idempotency-Key': key } } }),
    )
    lastPlacing.value = { body, key, ordreId: placed.ordreId }
    rememberOrder({ ...placed, totalCents: placed.montantTotalCents })
    return placed.ordreId
  } catch (error) {
    // A refusal is kept under its key; once the basket is put right the same content may be ordered.
    if (error instanceof ComptoirError) lastPlacing.value = undefined
    throw error
  }
}
