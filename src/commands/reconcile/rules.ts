import {
  type Disagreement,
  type Moments,
  type Order,
  type OrderData,
  paidCents,
  type Reservation,
  type Slip,
  type StockRow,
  type Subject,
  type Units,
} from './areas.ts'
import { compareAmounts, compareTransaction } from './rules-payments.ts'

/** Returns the quantity of each article. */
function sumsOf(units: readonly Units[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { id, quantite } of units) sums.set(id, (sums.get(id) ?? 0) + quantite)
  return sums
}

/** Returns the articles whose quantities differ. */
const differences = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>) =>
  [...new Set([...one.keys(), ...other.keys()])]
    .map(id => ({ id, first: one.get(id) ?? 0, second: other.get(id) ?? 0 }))
    .filter(({ first, second }) => first !== second)

/** The maximum of the column of points; a larger order earns no more. */
const MAX_POINTS = 2_147_483_647

/**
 * Checks the points: an order earns one for each full euro that is paid and not refunded, once it is delivered to a
 * known loyalty customer.
 */
function wrongPoints({ order, points, loyal }: Pick<OrderData, 'order' | 'points' | 'loyal'>): string[] {
  if (order.invite) return points ? ['a guest has points'] : []
  const earned = order.livreeLe === null ? 0 : Math.min(Math.floor(paidCents(order) / 100), MAX_POINTS)
  // A deleted customer's points are no longer counted.
  if (points) return points.actif && points.points !== earned ? [`${points.points} instead of ${earned}`] : []
  return loyal && earned > 0 ? [`none instead of ${earned}`] : []
}

/**
 * Checks that the history contains an order with the total of its goods if the order is confirmed, its goods are not
 * fully refunded and it is not a guest's, and otherwise contains no row of it.
 */
function wrongHistory({ order, history, loyal }: Pick<OrderData, 'order' | 'history' | 'loyal'>): string[] {
  const { montantTotalCents, livraisonCents = 0, confirmeeLe, invite } = order
  const goodsCents = montantTotalCents - livraisonCents
  // A remaining amount up to that of the delivery is the delivery's.
  const isPaid = montantTotalCents === 0 || paidCents(order) > (goodsCents > 0 ? livraisonCents : 0)
  const expected = !invite && confirmeeLe !== null && isPaid
  if (!history) return expected && loyal ? ['does not contain the order'] : []
  const { situee, remboursee, lignes, montantCents, modifiees, supprimees, supprimeesCents } = history
  if (!expected) return lignes > 0 ? [`has ${lignes} rows of the order instead of none`] : []
  if (remboursee) return ['records a full refund of the order']
  // The purchase was recorded before the history stored order ids.
  if (!situee) return []
  if (lignes + supprimees === 0) return ['has lost the rows of the order']
  // Staff edit and delete single purchases: deleted ones still count here, but the original amount of edited ones is
  // unknown.
  const sum = montantCents + supprimeesCents
  return modifiees > 0 || sum === goodsCents
    ? []
    : [`totals ${sum} cents for the order instead of ${goodsCents}`]
}

/**
 * Checks that an expected invoice exists, and that an invoice minus its credit notes equals the amount paid and not
 * refunded.
 */
function wrongInvoice(order: Order): string[] {
  const { factureAttendue, factureCents, avoirsCents } = order
  if (factureCents === null) return factureAttendue ? ['is missing'] : []
  const remaining = factureCents - avoirsCents
  const paid = paidCents(order)
  return remaining === paid ? [] : [`amounts to ${remaining} cents after credit notes, but ${paid} are paid`]
}

/** Checks that a paid order holds a use of each code that it applied, and a cancelled one none. */
const wrongCodes = ({ codesAttendus, codesTenus }: Order): string[] =>
  codesAttendus === null || codesAttendus === codesTenus
    ? []
    : [`${codesTenus} uses are held instead of ${codesAttendus}`]

/** The progress of the states of slips and of orders, on a common scale. */
const OF_SLIP: Record<string, number> = { a_preparer: 0, incomplet: 0, prepare: 1, expedie: 2, livre: 3 }
const OF_ORDER: Record<string, number> = { EN_ATTENTE: 0, EN_PREPARATION: 1, EXPEDIEE: 2, LIVREE: 3 }
const SENT = 2

const placeOf = ({ statut }: Slip) => OF_SLIP[statut] ?? 0

/** Checks that a confirmed order has slips that cover its lines and match its progress, and an unconfirmed one none. */
function wrongSlips({ order, logistics }: Pick<OrderData, 'order' | 'logistics'>): string[] {
  const slips = logistics?.bordereaux ?? []
  if (order.confirmeeLe === null) return slips.length > 0 ? ['exist, but the order is not confirmed'] : []
  if (slips.length === 0) return ['are missing']
  const ordered = sumsOf(order.lignes.map(({ articleId, quantite }) => ({ id: articleId, quantite })))
  const written = sumsOf(slips.flatMap(({ articles }) => articles))
  return [
    ...differences(ordered, written).map(
      ({ id, first, second }) => `contain ${second} units of article ${id}, but the order contains ${first}`,
    ),
    ...wrongStatus(order, slips),
  ]
}

function wrongStatus({ statut }: Order, slips: readonly Slip[]): string[] {
  const counting = slips.filter(slip => slip.statut !== 'annule')
  const describe = (slip: Slip) => `slip ${slip.id} is ${slip.statut}, but the order is ${statut}`
  // Sent parcels are not recalled.
  if (statut === 'ANNULEE') return counting.filter(slip => placeOf(slip) < SENT).map(describe)
  const place = OF_ORDER[statut] ?? 0
  if (place >= SENT) return counting.filter(slip => placeOf(slip) !== place).map(describe)
  // Some slips may be sent before their order counts as sent; once all of them are, the order must follow.
  const behind = counting.length > 0 && counting.every(slip => placeOf(slip) >= SENT)
  return behind ? counting.slice(0, 1).map(describe) : []
}

/** Checks that the reserved units of a row of stock equal those of active reservations. */
export const compareStock = ({ productId, storeId, reserve, promis }: StockRow): string[] =>
  reserve === promis
    ? []
    : [
        `product ${productId} in store ${storeId} has ${reserve} reserved units, but active reservations total ${promis}`,
      ]

/**
 * Checks that an active reservation has not expired and belongs to an order that awaits payment. Two kinds of others
 * are correct until they expire: for an order that was never stored, because a process died, and for one that was
 * shipped unpaid and then cancelled.
 */
export function compareReservation(
  { expireLe }: Reservation,
  order: Order | undefined,
  { settledBefore }: Pick<Moments, 'settledBefore'>,
): string[] {
  if (new Date(expireLe) <= settledBefore) return ['is still reserved after the reservation expired']
  if (!order) return []
  if (order.statut === 'ANNULEE')
    return order.expedieeLe === null ? ['is reserved for a cancelled order'] : []
  return order.confirmeeLe === null ? [] : ['is still reserved for a confirmed order']
}

/**
 * Checks that the units deducted from stock for an order equal those on its slips minus returns, that logistics and the
 * order record the same number of restocked units, and that an order cancelled before shipping was restocked.
 */
function wrongTaken({ order, logistics }: Pick<OrderData, 'order' | 'logistics'>): string[] {
  if (!logistics || logistics.reservation === 'active') return []
  const { reservation, lignes, retours, unitesRevenues, bordereaux } = logistics
  const isGivenBack = reservation === 'annulee'
  if (order.statut === 'ANNULEE' && order.expedieeLe === null && reservation === 'prelevee')
    return ['was not restocked after the order was cancelled']
  // After shipping, the goods have left the stock even if slips change; before, a cancelled slip restocks them.
  const isOut = order.expedieeLe !== null && !isGivenBack
  const slips = bordereaux.filter(({ statut }) => isOut || statut !== 'annule')
  const carried = sumsOf(slips.flatMap(({ articles }) => articles).filter(({ storeId }) => storeId !== null))
  const back = sumsOf(isGivenBack ? [] : retours)
  const expected = new Map([...carried].map(([id, units]) => [id, Math.max(0, units - (back.get(id) ?? 0))]))
  return [
    ...differences(expected, sumsOf(lignes)).map(
      ({ id, first, second }) => `${second} units of product ${id} were deducted instead of ${first}`,
    ),
    ...(unitesRevenues === order.unitesRemisesEnStock
      ? []
      : [`${unitesRevenues} units were restocked instead of ${order.unitesRemisesEnStock}`]),
  ]
}

/** Returns the disagreements about an order. Until its changes have settled, only its transaction is compared. */
export function compareOrder(known: OrderData, moments: Pick<Moments, 'settledBefore'>): Disagreement[] {
  const { order, payment } = known
  const report = (subject: Subject, list: string[]) =>
    list.map(what => ({ subject, transaction: order.transactionId, order: order.ordreId, what }))
  const paid = report('payment', compareTransaction(order, payment))
  if (!isSettled(known, moments)) return paid
  return [
    ...paid,
    ...report('payment', compareAmounts(order, payment)),
    ...report('points', wrongPoints(known)),
    ...report('history', wrongHistory(known)),
    ...report('slips', wrongSlips(known)),
    ...report('stock', wrongTaken(known)),
    ...report('codes', wrongCodes(order)),
    ...report('invoice', wrongInvoice(order)),
  ]
}

const isSettled = (
  { order, payment, logistics }: OrderData,
  { settledBefore }: Pick<Moments, 'settledBefore'>,
) =>
  [order.changeeLe, payment?.updatedAt, logistics?.changeeLe].every(
    moment => moment === undefined || new Date(moment) <= settledBefore,
  )
