import type { Static } from 'typebox'
import type { Clock } from '../platform/clock.ts'
import type { Tx } from '../platform/database/database.ts'
import type { OrderToPrepare } from './events.ts'
import type { Slip } from './schemas.ts'
import { slipArticles } from './slip.ts'
import { type Held, lockReservation, markReservation, takeFree, takeReserved } from './store/reservations.ts'
import { insertSlip } from './store/slips.ts'
import { wantedOf } from './wanted.ts'

type Order = Static<typeof OrderToPrepare.schema>

const nothing: { taken: Held[]; tracked: number[] } = { taken: [], tracked: [] }

/**
 * Takes the goods of a paid order from the stock and writes its slip, once. What its reservation does not hold, because it
 * ended or the goods are not there, comes from what is free; what is missing all the same stands on the slip.
 * A cancelled order takes nothing.
 */
export async function prepareOrder(tx: Tx, clock: Clock, order: Order) {
  const { ordreId, articles } = order
  const now = clock.now()
  const { statut } = await lockReservation(tx, ordreId, 'liberee', now)
  if (statut === 'prelevee') return
  if (statut === 'annulee') return write([], new Set(), 'annule')

  const reserved = statut === 'active' ? await takeReserved(tx, ordreId, now) : []
  const left = wantedOf(articles)
    .map(({ productId, quantite }) => ({ productId, quantite: quantite - sumOf(reserved, productId) }))
    .filter(({ quantite }) => quantite > 0)
  const free = left.length > 0 ? await takeFree(tx, ordreId, left, now) : nothing
  await markReservation(tx, ordreId, 'prelevee', now)
  const taken = [...reserved, ...free.taken]
  await write(taken, new Set(free.tracked), 'a_preparer')

  function write(taken: Held[], tracked: Set<number>, statut: Slip['statut']) {
    const lines = slipArticles(articles, taken, tracked)
    return insertSlip(tx, {
      ordreId,
      clientId: order.clientId,
      adresseLivraison: order.adresseLivraison,
      articles: lines,
      statut: lines.some(({ manquant }) => manquant > 0) ? 'incomplet' : statut,
      createdAt: now,
    })
  }
}

const sumOf = (held: Held[], productId: number) =>
  held.filter(row => row.productId === productId).reduce((sum, { quantite }) => sum + quantite, 0)
