import type { Shapes } from '../../api/client.ts'
import type { historyTexts } from './history-texts.ts'

type Words = Pick<typeof historyTexts.fr, 'by' | 'byKey'>

/** The operations of the audit trail that change the status of an order. */
const STATUS_CHANGES = ['changeOrderStatus', 'cancelOrder']

const timeOf = (moment: string) => new Date(moment).getTime()

/**
 * Returns who made the changes of an order, from its audit entries: by the position of a status after the first, by
 * return and by refund; and the changes of the note and the recipient.
 */
export function authorsOf(
  { actions, statuts, retours, remboursements }: Shapes['DossierCommande'],
  words: Words,
) {
  const entries = actions.map(entry => ({
    ...entry,
    author: entry.nature === 'cle' ? words.byKey(entry.auteur) : words.by(entry.auteur),
  }))
  const of = (...operations: string[]) => entries.filter(({ operation }) => operations.includes(operation))

  // A status and its entry are written in one transaction that locks the order: no other status is between them.
  const ofStatus = new Map<number, string>()
  const [, ...moves] = statuts
  for (const { le, author } of of(...STATUS_CHANGES)) {
    const move = moves.findLastIndex(({ createdAt }) => timeOf(createdAt) <= timeOf(le))
    if (move >= 0) ofStatus.set(move, author)
  }

  // Orders records a refund soon after payments makes it.
  const ofRefund = new Map<string, string>()
  const ofReturns = new Set(retours.map(({ remboursementId }) => remboursementId))
  for (const { le, enregistrement, author } of of('refundPayment')) {
    const made = remboursements.find(
      ({ remboursementId, transactionId, createdAt }) =>
        transactionId === enregistrement &&
        timeOf(createdAt) >= timeOf(le) &&
        !ofReturns.has(remboursementId) &&
        !ofRefund.has(remboursementId),
    )
    if (made) ofRefund.set(made.remboursementId, author)
  }
  const ofReturn = new Map(
    of('returnGoods').map(({ enregistrement, author }) => [Number(enregistrement), author]),
  )
  const notes = of('changeOrderNote')
  return { ofStatus, ofRefund, ofReturn, notes, corrections: of('correctRecipient') }
}
