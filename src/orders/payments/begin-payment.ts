import { Problem } from '../../platform/problem.ts'
import { extendUses, restoreUses } from '../codes/take-uses.ts'
import { paidLines } from '../paid-lines.ts'
import { findCustomer, type OrdersPlatform } from '../peers.ts'
import { PAYMENT_MS, reserveAgain, UNPAID_MS } from '../reserve-goods.ts'
import type { PaymentStart } from '../schemas.ts'
import { getOrder, recordPaymentStart, updateReservation } from '../store/orders.ts'
import type { Order } from '../tables.ts'
import { containedVat } from '../vat.ts'

/**
 * Admits a payment or a payment link for an order, and reserves its goods for as long as the payment or link is valid:
 * extends the reservation or, if it has ended, makes a new one. So it does with the uses of its codes. Links extend the
 * reservation of an unproven order only up to a limit. Throws 404 for an unknown order; 409 if the order is paid or
 * cancelled, its goods are short, a code has no use left, or the limit for links has passed; 422 if the amount is not
 * the order's total in euros.
 */
export async function beginPayment(
  platform: OrdersPlatform,
  ordreId: string,
  { montantCents, devise, etape }: PaymentStart,
) {
  const { clock, db } = platform
  const order = await getOrder(db, ordreId)
  const { clientId, prouve, montantTotalCents } = order
  if (order.statut === 'ANNULEE') throw new Problem(409, 'commande-annulee', `Order ${ordreId} is cancelled`)
  if (order.confirmeeLe) throw new Problem(409, 'commande-payee', `Order ${ordreId} is paid`)
  if (montantCents !== montantTotalCents)
    throw new Problem(
      422,
      'montant-different',
      `The amount must be the order's total of ${montantTotalCents} cents`,
      { attendu: montantTotalCents },
    )
  if (devise !== 'EUR') throw new Problem(422, 'devise-differente', `Order ${ordreId} must be paid in EUR`)

  const now = clock.now()
  const last = etape === 'lien' ? order.prolongeableJusque : null
  if (last && last <= now)
    throw new Problem(409, 'commande-expiree', 'The order expired before it was paid; place it again')
  const until = clock.after(etape === 'lien' ? UNPAID_MS : PAYMENT_MS)
  const end = last && last < until ? last : until
  // A payment holds the uses of codes only while it may be pending; a link prolongs the time to pay.
  const placedUntil = new Date(order.createdAt.getTime() + UNPAID_MS)
  const ends =
    etape === 'lien'
      ? { expireLe: end, paiementJusque: null }
      : { expireLe: placedUntil, paiementJusque: end }
  const clientIds = await findNamesOfBuyer(platform, order)
  const { begun, uses } = await db.transaction(async tx => {
    const begun = await recordPaymentStart(tx, ordreId, end, now)
    if (!begun) throw new Problem(409, 'commande-close', `Order ${ordreId} no longer awaits payment`)
    return {
      begun,
      uses: begun.codes?.length ? await extendUses(tx, begun, { ...ends, clientIds, now }) : null,
    }
  })
  await reserveAgain(platform, begun, begun.reserveeJusque).catch(async error => {
    if (error instanceof Problem && error.statusCode < 500)
      await db.transaction(async tx => {
        const before = { ...begun, reserveeJusque: order.reserveeJusque }
        if ((await updateReservation(tx, before, clock.now())) && begun.codes?.length)
          await restoreUses(tx, ordreId, uses)
      })
    throw error
  })
  const { langue, encaissements: admission } = begun
  const admitted = { ordreId, clientId, prouve, montantTotalCents, admission, langue }
  if (etape === 'paiement') return admitted
  return { ...admitted, articles: orderLines(order), tva: containedVat(order, platform.settings) }
}

/** Returns the identifiers of the customer of an order with a code whose uses are limited for each customer. */
async function findNamesOfBuyer({ peers }: OrdersPlatform, { codes, clientId }: Order) {
  if (!codes?.some(({ parClient }) => parClient)) return []
  return [clientId, ...((await findCustomer(peers, clientId))?.clientIds ?? [])]
}

/**
 * The articles, delivery and codes for the payment page. Only names of known products and of delivery methods are
 * included: any other name is free text from a caller.
 */
const orderLines = (order: Order) => [
  ...paidLines(order).map(({ nom, connu, quantite, prixUnitaireCents, totalCents }) => {
    const avantRemiseCents = quantite * prixUnitaireCents
    const line = { nom: connu ? nom : null, quantite, totalCents }
    return avantRemiseCents > totalCents ? { ...line, avantRemiseCents } : line
  }),
  ...deliveryLines(order),
  ...(order.codes ?? []).map(({ code, montantCents }) => ({
    ...{ nom: code, quantite: 1, totalCents: -montantCents, type: 'code' as const },
  })),
]

const deliveryLines = ({ conditionsLivraison: terms }: Order) =>
  terms ? [{ nom: terms.nom, quantite: 1, totalCents: terms.prixCents, type: 'livraison' as const }] : []
