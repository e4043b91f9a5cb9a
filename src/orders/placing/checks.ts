import { addressOf, type Caller } from '../../platform/http/caller.ts'
import { networkOf } from '../../platform/network.ts'
import { Problem } from '../../platform/problem.ts'
import { reservableArticles } from '../basket/lines.ts'
import { type DeliveryType, modeOf } from '../delivery-schemas.ts'
import type { CollectionStore } from '../mails.ts'
import { findStore, type OrdersPlatform } from '../peers.ts'
import type { Line, Order } from '../tables.ts'
import type { Delivery, NewOrder } from './schemas.ts'

type Delivered = Pick<Order, 'livraison' | 'magasinId'> & { magasin?: CollectionStore | undefined }

/**
 * Returns the delivery of an order: to the customer's address unless the order is collected from a store, which it
 * names. `type` is
 * that of the named method; undefined without one or for an unknown one. Throws 400 for a missing mode, or a missing or
 * superfluous store or pick-up point; 422 for an unknown store.
 */
export async function validateDelivery(
  { peers }: Pick<OrdersPlatform, 'peers'>,
  { mode, magasinId = null, code = null, pointRelais = null }: Delivery,
  type: DeliveryType | undefined,
): Promise<Delivered> {
  if (mode === undefined && code === null)
    throw new Problem(400, 'requete-invalide', "body/livraison must have required property 'mode'")
  if (type === 'relais' && pointRelais === null)
    throw invalidPoint(`is missing; the method ${code} requires a pick-up point`)
  if (type !== 'relais' && pointRelais !== null && (type !== undefined || code === null))
    throw invalidPoint('is accepted only with a method of the type relais')
  const livraison = mode ?? (type ? modeOf(type) : magasinId === null ? 'domicile' : 'retrait')
  if (livraison === 'domicile' && magasinId !== null)
    throw invalidStore(`is ${magasinId}; it is accepted only with the mode retrait`)
  if (livraison === 'retrait' && magasinId === null)
    throw invalidStore('is missing; the mode retrait requires a store')
  const magasin = magasinId === null ? undefined : await findStore(peers, magasinId)
  if (magasinId !== null && !magasin)
    throw new Problem(422, 'magasin-inconnu', `Store ${magasinId} not found`)
  return { livraison, magasinId, magasin }
}

const invalidPoint = (problem: string) =>
  new Problem(400, 'requete-invalide', `livraison.pointRelais ${problem}`)

const invalidStore = (problem: string) =>
  new Problem(400, 'requete-invalide', `livraison.magasinId ${problem}`)

/**
 * Returns the hash of the network of an unproven order, and until when payment links may extend its reservation. Both
 * limit how much strangers can reserve.
 */
export const originOf = (
  { limits, settings }: OrdersPlatform,
  request: { caller: Caller; ip: string },
  now: Date,
): Pick<Order, 'reseau' | 'prolongeableJusque'> => ({
  // A shop's back end places all orders from one address, so the limit per network does not apply to it.
  reseau:
    request.caller.guarded && request.caller.trusted ? null : limits.hash(networkOf(addressOf(request))),
  prolongeableJusque: new Date(now.getTime() + settings.extensionMs),
})

export const noOrigin = { reseau: null, prolongeableJusque: null }

/**
 * Throws 409 if an order exceeds the limits for unproven orders, so that an anonymous caller cannot reserve the whole
 * stock. Unknown articles do not count, because they cannot be reserved.
 */
export function checkClaim({ settings }: OrdersPlatform, lines: Line[]) {
  const { claimedOfArticle, claimedUnits } = settings
  const wanted = reservableArticles(lines)
  const excess = wanted.find(({ quantite }) => quantite > claimedOfArticle)
  if (excess) throw tooMuch(`${claimedOfArticle} exemplaires d’un article (article ${excess.id})`)
  if (wanted.reduce((sum, { quantite }) => sum + quantite, 0) > claimedUnits)
    throw tooMuch(`${claimedUnits} exemplaires en tout`)
}

const tooMuch = (limit: string) =>
  new Problem(409, 'quantite-limitee', `Sans compte, une commande compte au plus ${limit}`)

const FIELDS = ['adresseLivraison', 'clientInfo'] as const

/** Throws 413 for an address or customer data over the size limit, because lists of orders contain both in full. */
export function checkTextSizes(order: Pick<NewOrder, (typeof FIELDS)[number]>, most: number) {
  for (const field of FIELDS)
    if (Buffer.byteLength(JSON.stringify(order[field])) > most)
      throw new Problem(413, 'corps-trop-grand', `${field} exceeds ${most} bytes of JSON`)
}
