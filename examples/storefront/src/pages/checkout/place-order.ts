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

/** The order that was placed with another content is not wanted any more; what it reserved is free again. */
async function giveUp(ordreId: string) {
  await api
    .POST('/api/v1/publique/commandes/{ordreId}/annulation', { params: { path: { ordreId } }, body: null })
    .catch(() => undefined)
}

/** Whether the order of the same content can still be paid. */
async function isOpen(ordreId: string) {
  const order = await answerOf(api.GET('/api/commandes/{ordreId}', { params: { path: { ordreId } } }))
  return order.statut === 'EN_ATTENTE' && order.paiement.statut === 'aucun'
}

/** Places the order of what is shown, for the total that is shown; its id. */
export async function placeOrder(priced: Pricing['priced'], given: Details, delivery: Delivery) {
  const order = orderOf(priced, given, delivery)
  const body = JSON.stringify(order)
  const last = lastPlacing.value
  if (last?.ordreId && last.body === body && (await isOpen(last.ordreId).catch(() => false)))
    return last.ordreId
  if (last?.ordreId) await giveUp(last.ordreId)
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
