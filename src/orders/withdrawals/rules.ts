import { inParis } from '../../platform/clock.ts'
import { addDays, boundsOf } from '../../platform/moment.ts'
import { countUnits, mergeUnits, type Units } from '../article-units.ts'
import type { LockedOrder } from '../tables.ts'
import type { Coverage } from './store.ts'

/** The lines of an order, its status and its delivery. */
type Ordered = Pick<LockedOrder, 'statut' | 'lignes' | 'livreeLe'>

/** Returns the units of an order, each article once. */
export const orderedUnits = ({ lignes }: Pick<Ordered, 'lignes'>) => mergeUnits(lignes)

/** Whether units are all units of an order, or more. */
export const isWhole = (order: Pick<Ordered, 'lignes'>, unites: readonly Units[]) =>
  orderedUnits(order).every(({ articleId, quantite }) => countUnits(unites, articleId) >= quantite)

/** Returns those of the units that are in the order and were neither withdrawn nor returned. */
export function unitsLeft(
  order: Pick<Ordered, 'lignes'>,
  prises: readonly Units[],
  unites: readonly Units[],
) {
  const ordered = orderedUnits(order)
  return unites.flatMap(({ articleId, quantite }) => {
    const left = Math.min(quantite, countUnits(ordered, articleId) - countUnits(prises, articleId))
    return left > 0 ? [{ articleId, quantite: left }] : []
  })
}

/** Whether an order is paid, even if the payment was refunded later. */
export const isPaid = ({ paiement }: Pick<Coverage, 'paiement'>) =>
  paiement !== null && paiement.etat !== 'en_attente'

/**
 * Whether a withdrawal of these units, each article once, is accepted without a check by staff: the order is paid, not
 * cancelled or fully refunded, and has the declared address, the period of `days` after its delivery is not over, and
 * each unit can still be withdrawn.
 */
export function isAcceptable(
  order: Ordered,
  coverage: Coverage,
  unites: readonly Units[],
  { now, days }: { now: Date; days: number },
): boolean {
  const { paiement, memeCourriel, prises } = coverage
  if (!isPaid(coverage) || paiement?.etat === 'rembourse' || order.statut === 'ANNULEE') return false
  if (!memeCourriel || !isInPeriod(order, now, days)) return false
  const left = unitsLeft(order, prises, unites)
  const excluded = order.lignes.filter(({ retractable }) => retractable === false)
  return unites.every(
    ({ articleId, quantite }) =>
      countUnits(left, articleId) === quantite && !excluded.some(line => line.articleId === articleId),
  )
}

/** The period ends with the day that is `days` after the delivery, in Europe/Paris. */
function isInPeriod({ statut, livreeLe }: Ordered, now: Date, days: number): boolean {
  if (statut !== 'LIVREE' || livreeLe === null) return true
  return now < boundsOf(addDays(inParis(livreeLe).toPlainDate().toString(), days)).until
}

/** Whether an order's goods are not sent yet. */
export const isUnsent = ({ statut }: Pick<Ordered, 'statut'>) =>
  statut === 'EN_ATTENTE' || statut === 'EN_PREPARATION'
