import type { Tx } from '../../platform/database/database.ts'
import { Problem } from '../../platform/problem.ts'
import { countUnits, mergeUnits, type Units } from '../article-units.ts'
import type { Order } from '../tables.ts'
import { orderedUnits } from './rules.ts'
import { type FollowedWithdrawal, listWithdrawalsOfOrder, markRefunded } from './store.ts'

type NewReturn = {
  /** The withdrawal that the goods are said to belong to. */
  retractationId: number | null
  /** The units returned before, and those returned now, each article once. */
  before: readonly Units[]
  lines: readonly Units[]
}

/**
 * Ends the accepted withdrawals of a locked order whose units are all back with this return. Returns whether one of
 * them is of the whole order. A return without a
 * withdrawal counts too, once it leaves no unit of the article that could come back. Throws 422 for a withdrawal that is
 * not of the order; 409 for one that is not accepted or does not name the units.
 */
export async function followReturn(
  tx: Tx,
  order: Pick<Order, 'ordreId' | 'lignes'>,
  { retractationId, before, lines }: NewReturn,
): Promise<boolean> {
  const withdrawals = await listWithdrawalsOfOrder(tx, order.ordreId)
  if (retractationId !== null) checkNamed(order, withdrawals, retractationId, lines)
  const ordered = orderedUnits(order)
  const returned = mergeUnits([...before, ...lines])
  const isBack = ({ id, unites, revenues }: FollowedWithdrawal) => {
    const back = id === retractationId ? mergeUnits([...revenues, ...lines]) : revenues
    return unites.every(
      ({ articleId, quantite }) =>
        countUnits(back, articleId) >= quantite ||
        countUnits(returned, articleId) >= countUnits(ordered, articleId),
    )
  }
  const ended = withdrawals.filter(each => each.statut === 'acceptee' && isBack(each))
  const ids = ended.map(({ id }) => id)
  if (ids.length > 0) await markRefunded(tx, ids)
  return ended.some(({ entiere }) => entiere)
}

function checkNamed(
  { ordreId }: Pick<Order, 'ordreId'>,
  withdrawals: readonly FollowedWithdrawal[],
  id: number,
  lines: readonly Units[],
) {
  const named = withdrawals.find(each => each.id === id)
  if (!named) throw new Problem(422, 'retractation-inconnue', `Order ${ordreId} has no withdrawal ${id}`)
  const { statut, unites, revenues } = named
  if (statut !== 'acceptee')
    throw new Problem(
      409,
      'statut-incompatible',
      `Withdrawal ${id} is ${statut}; goods can only be returned for one that is acceptee`,
    )
  for (const { articleId, quantite } of lines) {
    const [expected, already] = [countUnits(unites, articleId), countUnits(revenues, articleId)]
    if (already + quantite > expected)
      throw new Problem(
        409,
        'retour-trop-grand',
        `Article ${articleId}: withdrawal ${id} names ${expected}, of which ${already} are returned; ${quantite} more were given`,
      )
  }
}
