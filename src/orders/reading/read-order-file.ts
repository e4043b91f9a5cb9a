import type { Static } from 'typebox'
import type { Database } from '../../platform/database/database.ts'
import { listDocuments } from '../invoices/store.ts'
import { type PaidLine, paidLines } from '../paid-lines.ts'
import { unitsLeft } from '../returns/returned-lines.ts'
import { readHistory } from '../status/routes.ts'
import type { ShownOrder } from '../store/orders.ts'
import { formatOrder } from './list-orders.ts'
import type { OrderFile, ReturnedGoods } from './schemas.ts'
import { listRefundsOfOrder, listReturns } from './store.ts'

/** Returns an order with its lines, statuses, refunds, returns and documents. */
export async function readOrderFile(db: Database, order: ShownOrder): Promise<Static<typeof OrderFile>> {
  const { ordreId } = order
  const [retours, remboursements, documents, statuts] = await Promise.all([
    listReturns(db, ordreId),
    listRefundsOfOrder(db, ordreId),
    listDocuments(db, [ordreId]),
    readHistory(db, order, { forStaff: true }),
  ])
  const lines = paidLines(order)
  return {
    ...formatOrder(order),
    ...{ retours, remboursements, statuts },
    lignes: lines,
    articlesCommandes: articlesOf(lines, retours),
    pieces: documents.map(({ numero, nature, remboursementId, emiseLe, contenu }) => ({
      ...{ numero, nature, remboursementId, emiseLe, montantCents: contenu.totaux.ttcCents },
    })),
  }
}

/** Lists each article once: returns are recorded by article, not by line. */
function articlesOf(lines: readonly PaidLine[], returns: readonly ReturnedGoods[]) {
  return [...Map.groupBy(lines, ({ articleId }) => articleId)].map(([articleId, ordered]) => {
    const back = returns.flatMap(({ articles }) => articles).filter(each => each.articleId === articleId)
    const retournes = back.reduce((sum, { quantite }) => sum + quantite, 0)
    return {
      articleId,
      nom: ordered[0]?.nom ?? articleId,
      quantite: ordered.reduce((sum, { quantite }) => sum + quantite, 0),
      retournes,
      retournables: unitsLeft(ordered, retournes),
    }
  })
}
