import { isDeepStrictEqual } from 'node:util'
import { describeChange } from '../../platform/audit/describe.ts'
import type { Tx } from '../../platform/database/database.ts'
import { allowOnlyStores, type StoreRequest } from '../../platform/http/stores.ts'
import { Problem } from '../../platform/problem.ts'
import { isEmail } from '../../platform/text.ts'
import { recipientFields } from '../confirming/announcements.ts'
import { recipientCorrected } from '../contract.ts'
import { isGuest } from '../customer.ts'
import { indexMethods, matchesZone, parseAddress } from '../delivery/method-index.ts'
import { findMethod } from '../delivery/store.ts'
import { addressOf, createCorrectedMail } from '../mails.ts'
import type { OrdersPlatform } from '../peers.ts'
import { checkTextSizes } from '../placing/checks.ts'
import { addressLines, isRecipientField } from '../postal-address.ts'
import { lockOrder } from '../status/store.ts'
import { throwUnknownOrder, updateRecipient } from '../store/orders.ts'
import type { Order } from '../tables.ts'
import { isUnsent } from '../withdrawals/rules.ts'
import type { CorrectedRecipient, RecipientCorrection } from './schemas.ts'

type Fields = Readonly<Record<string, unknown>>
type Recipient = Pick<Order, 'adresseLivraison' | 'clientInfo'>

/**
 * Corrects the recipient of an order that is not sent, and passes a paid order's correction on to logistics. A repeated
 * correction has no effect. Throws 404 for an unknown order; 403 if the caller is limited to other stores; 409 if the
 * order is sent or cancelled, if `versionDestinataire` is outdated, or for another place of an order that is not
 * delivered to the address; 400 or 413 for an invalid address; 422 if the delivery method does not serve it.
 */
export const correctRecipient = (
  { clock, db, outbox, settings }: OrdersPlatform,
  request: StoreRequest,
  ordreId: string,
  { adresseLivraison: address, clientInfo: contact, versionDestinataire: seen }: RecipientCorrection,
): Promise<CorrectedRecipient> =>
  db.transaction(async tx => {
    // A concurrent dispatch or confirmation locks the order too: it sees the correction, or is seen here.
    const order = (await lockOrder(tx, ordreId)) ?? throwUnknownOrder(ordreId)
    allowOnlyStores(request, order.magasins)
    if (contact && !isGuest(order.clientId))
      throw invalid("clientInfo is accepted only for a guest's order; correct the customer instead")
    const adresseLivraison = applyFields(order.adresseLivraison, address ?? {})
    const clientInfo = applyFields(order.clientInfo, contact ?? {})
    const { adresseLivraison: formerAddress, clientInfo: formerContact } = order
    if (isDeepStrictEqual([adresseLivraison, clientInfo], [formerAddress, formerContact])) return order

    const version = order.versionDestinataire + 1
    const corrected = { ...order, adresseLivraison, clientInfo, versionDestinataire: version }
    checkState(order, seen)
    checkRecipient(order, corrected)
    checkTextSizes(corrected, settings.textBytes)
    await checkZone(tx, order, adresseLivraison)
    const now = clock.now()
    await updateRecipient(tx, corrected, now)
    // The audit entry names what changed without the values, which are personal data.
    describeChange({
      record: ordreId,
      label: ordreId,
      before: order,
      after: { adresseLivraison, clientInfo },
    })
    const about = { ordreId, version, timestamp: now.toISOString() }
    if (order.confirmeeLe)
      await outbox.publish(tx, recipientCorrected, { ...about, ...recipientFields(corrected) })
    if (addressOf(corrected) !== addressOf(order))
      await outbox.publishAll(tx, createCorrectedMail(corrected, settings))
    return corrected
  })

const invalid = (message: string) => new Problem(400, 'requete-invalide', message)
const conflict = (code: string, message: string) => new Problem(409, code, message)

/** Sets the given fields of an object; null and empty texts remove theirs. */
const applyFields = (before: Fields, given: Fields): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ ...before, ...given }).filter(([name, value]) => value || !Object.hasOwn(given, name)),
  )

function checkState(order: Order, seen: number | null | undefined) {
  const { ordreId, statut, versionDestinataire } = order
  if (statut === 'ANNULEE') throw conflict('commande-annulee', `Order ${ordreId} is cancelled`)
  if (!isUnsent(order)) throw conflict('statut-incompatible', `Order ${ordreId} is already ${statut}`)
  if (typeof seen === 'number' && seen !== versionDestinataire)
    throw conflict('change-entre-temps', `Le destinataire de la commande ${ordreId} a changé entre-temps`)
}

/** Checks the recipient of an order apart from its delivery method. */
function checkRecipient(order: Order, { adresseLivraison, clientInfo: { email } }: Recipient) {
  if (email !== order.clientInfo.email && !(typeof email === 'string' && isEmail(email)))
    throw invalid('clientInfo.email must be an e-mail address')
  const { livraison, conditionsLivraison } = order
  if (livraison === 'domicile' && addressLines(adresseLivraison, { parcel: true }).length === 0)
    throw invalid('adresseLivraison must not be empty')
  const place = (address: Fields) => Object.entries(address).filter(([name]) => !isRecipientField(name))
  const isFixed = livraison === 'retrait' || conditionsLivraison?.type === 'relais'
  if (isFixed && !isDeepStrictEqual(new Map(place(order.adresseLivraison)), new Map(place(adresseLivraison))))
    throw conflict('statut-incompatible', 'Only the name and telephone number of a collection can change')
}

async function checkZone(tx: Tx, { adresseLivraison, conditionsLivraison }: Order, after: Fields) {
  if (conditionsLivraison?.type !== 'domicile') return
  const { code } = conditionsLivraison
  const address = parseAddress(after)
  if (isDeepStrictEqual(address, parseAddress(adresseLivraison))) return
  const method = await findMethod(tx, code)
  if (!method || !indexMethods([method]).every(indexed => matchesZone(indexed, address)))
    throw new Problem(422, 'livraison-indisponible', `Delivery method ${code} does not serve this address`)
}
