import type { Findings } from './check.ts'
import type { ReceivedMessage } from './listener.ts'
import type { AreaData } from './read.ts'

type Body = { ordreId?: string; transactionId?: unknown; status?: string; remboursementId?: unknown }

const counted = (keys: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1)
  return counts
}

/** Checks that every committed change is announced exactly once, and nothing else. */
function compare(
  what: string,
  changes: readonly string[],
  announcements: readonly string[],
  findings: Findings,
) {
  const [committed, announced] = [counted(changes), counted(announcements)]
  for (const [key, times] of committed)
    if ((announced.get(key) ?? 0) < times) findings.lost.push(`${what} of ${key} was not announced`)
  for (const [key, times] of announced)
    if (times > (committed.get(key) ?? 0))
      findings.doubled.push(`${what} of ${key} was announced ${times} times`)
}

/** Compares the distinct messages received from the broker with the committed data of the areas. */
export function checkEvents(
  messages: readonly ReceivedMessage[],
  { orders, payments, announced }: AreaData,
  findings: Findings,
) {
  const on = (queue: string) => messages.filter(each => each.queue === queue).map(({ body }) => body as Body)
  const ids = (list: typeof orders) => list.map(({ ordreId }) => String(ordreId))
  const confirmed = ids(orders.filter(order => order.confirmed))
  const announcementsFor = (queue: string) => on(queue).map(({ ordreId }) => String(ordreId))
  compare('the hand-over', confirmed, announcementsFor('logistique.ordre-preparation'), findings)
  compare('the purchase', confirmed, announcementsFor('fidelite.historique-commande'), findings)
  const delivered = ids(orders.filter(order => order.delivered))
  compare('the delivery', delivered, announcementsFor('fidelite.commande-livree'), findings)
  const refunds = payments.filter(({ rembourseId }) => rembourseId !== null).map(({ id }) => String(id))
  const refunded = on('fidelite.commande-remboursee').map(({ remboursementId }) => String(remboursementId))
  compare('the refund', refunds, refunded, findings)

  const changes = announced.map(({ transactionId, status }) => ({
    id: String(transactionId),
    status: String(status),
  }))
  const announcements = on('paiement.expedition-commande').map(({ transactionId, status }) => ({
    ...{ id: String(transactionId), status: String(status) },
  }))
  const key = ({ id, status }: (typeof changes)[number]) => `${id} ${status}`
  compare('the payment', changes.map(key), announcements.map(key), findings)
  inOrder(changes, announcements, findings)
}

/** Checks that the changes of a payment arrive in the order of their commits, unless some are missing or repeated. */
function inOrder(
  changes: readonly { id: string; status: string }[],
  announcements: readonly { id: string; status: string }[],
  { wrong }: Findings,
) {
  const sequences = (list: typeof changes) => {
    const byId = new Map<string, string[]>()
    for (const { id, status } of list) byId.set(id, [...(byId.get(id) ?? []), status])
    return byId
  }
  const received = sequences(announcements)
  for (const [id, made] of sequences(changes)) {
    const list = received.get(id) ?? []
    if (list.length === made.length && list.join() !== made.join())
      wrong.push(`payment ${id} became ${made}, and was heard to become ${list}`)
  }
}
