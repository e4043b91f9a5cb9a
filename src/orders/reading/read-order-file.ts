import type { Static } from 'typebox'
import { type AuditEntry, defineAuditTrailOperation } from '../../platform/audit/operations.ts'
import { listNewestEntries } from '../../platform/audit/store.ts'
import { listDocuments } from '../invoices/store.ts'
import { type PaidLine, paidLines } from '../paid-lines.ts'
import type { OrdersPlatform } from '../peers.ts'
import { unitsLeft } from '../returns/returned-lines.ts'
import { readHistory } from '../status/routes.ts'
import type { ShownOrder } from '../store/orders.ts'
import { containedVat } from '../vat.ts'
import { formatOrder } from './list-orders.ts'
import type { OrderFile, ReturnedGoods } from './schemas.ts'
import { listRefundsOfOrder, listReturns, readInternalNote } from './store.ts'

const paymentsTrail = defineAuditTrailOperation('payments')
const MAX_ACTIONS = 100

/** Returns an order with its lines, statuses, refunds, returns, documents, and who changed it. */
export async function readOrderFile(
  platform: OrdersPlatform,
  order: ShownOrder,
): Promise<Static<typeof OrderFile>> {
  const { db } = platform
  const { ordreId } = order
  const [retours, remboursements, documents, statuts, noteInterne] = await Promise.all([
    listReturns(db, ordreId),
    listRefundsOfOrder(db, ordreId),
    listDocuments(db, [ordreId]),
    readHistory(db, order, { forStaff: true }),
    readInternalNote(db, ordreId),
  ])
  const lines = paidLines(order)
  return {
    ...formatOrder(order),
    ...{ retours, remboursements, statuts, noteInterne },
    actions: await listActions(platform, ordreId, retours, remboursements),
    lignes: lines,
    remises: order.remises ?? [],
    tva: containedVat(order, platform.settings),
    articlesCommandes: articlesOf(lines, retours),
    pieces: documents.map(({ numero, nature, remboursementId, emiseLe, contenu }) => ({
      ...{ numero, nature, remboursementId, emiseLe, montantCents: contenu.totaux.ttcCents },
    })),
  }
}

/** Returns the audit entries about an order; without those of its refunds while payments is unavailable. */
async function listActions(
  { db, peers }: OrdersPlatform,
  ordreId: string,
  returns: readonly ReturnedGoods[],
  refunds: readonly { transactionId: string }[],
): Promise<AuditEntry[]> {
  const filters = [
    { enregistrement: ordreId },
    ...returns.map(({ retourId }) => ({ enregistrement: String(retourId), operation: 'returnGoods' })),
  ]
  const ofPayment = (enregistrement: string) =>
    peers
      .ask(paymentsTrail, { query: { enregistrement, operation: 'refundPayment', limit: MAX_ACTIONS } })
      .catch(() => ({ body: { data: [] } }))
  const [own, refunded] = await Promise.all([
    Promise.all(filters.map(filter => listNewestEntries(db, 'orders', filter, MAX_ACTIONS))),
    Promise.all([...new Set(refunds.map(({ transactionId }) => transactionId))].map(ofPayment)),
  ])
  const entries = [...own, ...refunded.map(({ body }) => body)].flatMap(({ data }) =>
    data.filter(({ resultat }) => resultat === 'fait'),
  )
  return entries.toSorted((a, b) => new Date(a.le).getTime() - new Date(b.le).getTime())
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
