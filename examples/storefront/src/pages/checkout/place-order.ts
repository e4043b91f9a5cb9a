import { answerOf, api, ComptoirError, createIdempotencyKey } from '../../api/client.ts'
import type { Pricing } from '../../basket/price-basket.ts'
import { basket } from '../../state/basket.ts'
import { type Delivery, type Details, isBilledElsewhere } from '../../state/checkout.ts'
import { guestId, lastPlacing, rememberOrder } from '../../state/orders.ts'
import { session } from '../../state/session.ts'

const trimmed = (given: Details) =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.trim()])) as Details

const names = new Intl.DisplayNames('fr', { type: 'region' })

type Place = { rue: string; complement: string; codePostal: string; ville: string; pays: string }
const withoutEmpty = ({ complement, ...place }: Place) => ({ ...place, ...(complement && { complement }) })

/** The customer data of an order, with the billing address if it differs. */
function clientInfoOf(given: Details) {
  const { email, prenom, nom, telephone, societe } = given
  const customer = session.value
  const contact = customer
    ? { email: customer.email, prenom: customer.prenom, nom: customer.nom, telephone }
    : { email, prenom, nom, telephone }
  if (!isBilledElsewhere.value) return contact
  const adresseFacturation = withoutEmpty({
    ...{ rue: given.factureRue, complement: given.factureComplement, codePostal: given.factureCodePostal },
    ...{ ville: given.factureVille, pays: given.facturePays },
  })
  return { ...contact, ...(societe && { societe }), adresseFacturation }
}

/** The order for the shown prices: only the method and the codes that they contain. */
function orderOf(priced: Pricing['priced'], given: Details, { mode, magasinId }: Delivery) {
  const typed = trimmed(given)
  const { destinataire, rue, complement, codePostal, ville, pays, pointId, pointNom, pointAdresse } = typed
  const customer = session.value
  const code = priced.livraison?.code
  const type = priced.offresLivraison?.find(offer => offer.code === code)?.type
  const applied = (priced.codes ?? []).filter(({ statut }) => statut === 'applique')
  return {
    clientId: customer?.clientId ?? guestId.value,
    articles: priced.lignes.map(({ id, quantite, prixUnitaireCents, nom }) => ({
      ...{ id, quantite, prixUnitaireCents, nom },
      photo: basket.value.find(line => line.id === id)?.photo,
    })),
    montantTotalCents: priced.totalCents,
    adresseLivraison:
      mode === 'domicile'
        ? {
            ...(destinataire && { nom: destinataire }),
            // An order without a method keeps any address; with one, the country is a code.
            ...withoutEmpty({
              rue,
              complement,
              codePostal,
              ville,
              pays: code ? pays : (names.of(pays) ?? pays),
            }),
          }
        : {},
    clientInfo: clientInfoOf(typed),
    livraison: {
      mode,
      ...(mode === 'retrait' && { magasinId }),
      ...(code && { code }),
      ...(type === 'relais' && { pointRelais: { id: pointId, nom: pointNom, adresse: pointAdresse } }),
    },
    ...(applied.length > 0 && { codes: applied.map(({ code }) => code) }),
  }
}

const readOrder = (ordreId: string) =>
  answerOf(api.GET('/api/commandes/{ordreId}', { params: { path: { ordreId } } }))

const PAID = ['commande-payee', 'commande-en-preparation']

/**
 * Cancels an abandoned order, so that its reservations are released. Returns false only if the order is paid, being
 * paid or refunded, and thus remains. A guest may not cancel with the number alone; their unpaid order expires.
 */
async function cancelUnpaid(ordreId: string): Promise<boolean> {
  try {
    const params = { path: { ordreId } }
    const body = { siImpayee: true }
    await answerOf(api.POST('/api/v1/publique/commandes/{ordreId}/annulation', { params, body }))
    return true
  } catch (error) {
    // The payment status of an order may be outdated by a moment; the code of a refusal is not.
    if (error instanceof ComptoirError && PAID.includes(error.code ?? '')) return false
    const order = await readOrder(ordreId).catch(() => undefined)
    return order === undefined || order.statut === 'ANNULEE' || order.paiement.statut === 'aucun'
  }
}

/** Whether an order still awaits its payment. */
async function isOpen(ordreId: string) {
  const order = await readOrder(ordreId)
  return order.statut === 'EN_ATTENTE' && order.paiement.statut === 'aucun'
}

/** The previous order is paid or being paid. The shop shows it instead of placing a new order. */
export class AlreadyPaidError extends Error {
  readonly ordreId: string
  constructor(ordreId: string) {
    super(`Order ${ordreId} is paid or being paid`)
    this.ordreId = ordreId
  }
}

/**
 * Places the shown order for the shown total and returns its id; that of the previous order if it has the same content
 * and still awaits its payment. Throws `AlreadyPaidError` if the previous order is paid or being paid.
 */
export async function placeOrder(priced: Pricing['priced'], given: Details, delivery: Delivery) {
  const order = orderOf(priced, given, delivery)
  const body = JSON.stringify(order)
  const last = lastPlacing.value
  if (last?.ordreId && last.body === body && (await isOpen(last.ordreId).catch(() => false)))
    return last.ordreId
  if (last?.ordreId && !(await cancelUnpaid(last.ordreId))) throw new AlreadyPaidError(last.ordreId)
  // The response of an earlier attempt may have been lost: the same content uses the same key.
  const key = last && !last.ordreId && last.body === body ? last.key : createIdempotencyKey()
  lastPlacing.value = { body, key }
  try {
    const placed = await answerOf(
      api.POST('/api/commandes', { body: order, params: { header: { 'Idempotency-Key': key } } }),
    )
    lastPlacing.value = { body, key, ordreId: placed.ordreId }
    rememberOrder({ ...placed, totalCents: placed.montantTotalCents })
    return placed.ordreId
  } catch (error) {
    // The server stores a refusal under its key; a new key allows the same content once the cause is fixed.
    if (error instanceof ComptoirError) lastPlacing.value = undefined
    throw error
  }
}
