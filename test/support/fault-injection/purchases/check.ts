import type { Purchase } from './purchase.ts'
import { type AreaData, groupRows, type Row } from './read.ts'
import { STOCK } from './shop.ts'

/** Violations: missing acknowledged writes, duplicated effects, and all others. */
export type Findings = { lost: string[]; doubled: string[]; wrong: string[] }
export const createFindings = (): Findings => ({ lost: [], doubled: [], wrong: [] })

type Known = {
  order: Row
  payments: Row[]
  refunds: Row[]
  uses: Row[]
  slips: Row[]
  units: number
  history: Row | undefined
  client: Row | undefined
}

const sum = (rows: readonly Row[], column: string) =>
  rows.reduce((total, row) => total + Number(row[column]), 0)

/** Checks that every acknowledged step is stored, and that a paid order is confirmed unless it is cancelled. */
function acknowledged(purchase: Purchase, { order, payments, refunds }: Known, { lost }: Findings) {
  const { name, ordreId, cents, transactionId, refund } = purchase
  const report = (what: string) => lost.push(`${name}, order ${ordreId}: ${what}`)
  if (order.cents !== cents) report(`is over ${order.cents} cents, not ${cents}`)
  const paid = payments.find(({ id }) => Number(id) === transactionId)
  if (transactionId !== undefined && !paid) report(`payment ${transactionId} is not there`)
  if (paid && paid.status !== 'accepte') report(`payment ${transactionId} is ${paid.status}`)
  if (paid && !order.confirmed && order.statut !== 'ANNULEE') report('is paid and not confirmed')
  if (purchase.isConfirmed && order.transactionId !== String(transactionId)) report('is not confirmed')
  if (purchase.isDelivered && order.statut !== 'LIVREE') report(`is ${order.statut}, not delivered`)
  if (purchase.isCancelled && order.statut !== 'ANNULEE') report(`is ${order.statut}, not cancelled`)
  const made = refunds.find(({ id }) => Number(id) === refund?.id)
  if (refund && made?.cents !== refund.cents) report(`refund ${refund.id} is ${made?.cents ?? 'not there'}`)
}

/** Checks that no payment or refund is repeated, and that slips, stock, points and history match the order's state. */
function effects(purchase: Purchase, known: Known, findings: Findings) {
  const { order, payments, refunds, uses, slips, units, history, client } = known
  const { lost, doubled } = findings
  const once = (what: string, is: number, expected: number) => {
    if (is < expected) lost.push(`order ${order.ordreId}: ${is} ${what}, not ${expected}`)
    if (is > expected) doubled.push(`order ${order.ordreId}: ${is} ${what}, not ${expected}`)
  }
  const accepted = payments.filter(({ status }) => status === 'accepte')
  if (accepted.length > 1) doubled.push(`order ${order.ordreId}: paid ${accepted.length} times`)
  if (refunds.length > 1) doubled.push(`order ${order.ordreId}: refunded ${refunds.length} times`)
  const retained = sum(accepted, 'cents') - sum(refunds, 'cents')
  const cancelled = order.statut === 'ANNULEE'
  if (cancelled) once('cents kept of a cancelled order', retained, 0)
  // An unpaid order may hold its use until its time to pay ends.
  if (order.confirmed || cancelled)
    once('uses of its code', uses.length, purchase.promotionCode && !cancelled ? 1 : 0)
  once('slips', slips.length, order.confirmed ? 1 : 0)
  once('units taken', units, order.confirmed && !cancelled ? purchase.units : 0)
  // Loyalty only learns later of an account that was opened while it was unavailable; orders placed before then add
  // neither points nor history.
  if (!client || Number(client.createdAt) > Number(order.createdAt)) return
  once('points', Number(client.points), order.delivered ? Math.floor(retained / 100) : 0)
  const inHistory = order.confirmed && retained > 0
  once('units in the history', Number(history?.units ?? 0), inHistory ? purchase.units : 0)
  once('cents in the history', Number(history?.cents ?? 0), inHistory ? purchase.cents : 0)
}

/** Checks all purchases against the data of the areas. */
export function checkPurchases(purchases: readonly Purchase[], all: AreaData): Findings {
  const findings = createFindings()
  const { lost, doubled, wrong } = findings
  const byClient = groupRows(all.orders, 'clientId')
  const byOrder = groupRows(all.orders, 'ordreId')
  const payments = groupRows(all.payments, 'orderId')
  const slips = groupRows(all.slips, 'ordreId')
  const uses = groupRows(all.uses, 'ordreId')
  const taken = groupRows(all.taken, 'ordreId')
  const history = groupRows(all.history, 'ordreId')
  const clients = groupRows(all.clients, 'idClient')
  const accounts = groupRows(all.accounts, 'email')

  for (const purchase of purchases) {
    const { name, email, clientId = '', ordreId } = purchase
    const clientIds = accounts.get(email)?.[0]?.clientIds as string[] | undefined
    if (clientId !== '' && !clientIds?.includes(clientId)) lost.push(`the account ${email}`)
    if ((byClient.get(clientId)?.length ?? 0) > 1) doubled.push(`${name} has two orders`)
    if (ordreId === undefined) continue
    const order = byOrder.get(ordreId)?.[0]
    if (!order) {
      lost.push(`the order ${ordreId}`)
      continue
    }
    const known: Known = {
      order,
      payments: (payments.get(ordreId) ?? []).filter(({ rembourseId }) => rembourseId === null),
      refunds: (payments.get(ordreId) ?? []).filter(({ rembourseId }) => rembourseId !== null),
      uses: uses.get(ordreId) ?? [],
      slips: slips.get(ordreId) ?? [],
      units: sum(taken.get(ordreId) ?? [], 'units'),
      history: history.get(ordreId)?.[0],
      client: clients.get(clientId)?.[0],
    }
    acknowledged(purchase, known, findings)
    effects(purchase, known, findings)
  }
  const reportedOrders = new Set(purchases.map(({ ordreId }) => ordreId))
  for (const { ordreId } of all.orders)
    if (!reportedOrders.has(String(ordreId))) wrong.push(`the order ${ordreId} is nobody's`)
  for (const use of all.wrongUses) wrong.push(`uses of codes: ${JSON.stringify(use)}`)
  checkStock(purchases, all, findings)
  return findings
}

/** Checks that the stock has decreased by the units of the confirmed orders that were not cancelled. */
function checkStock(purchases: readonly Purchase[], { orders, stock }: AreaData, { wrong }: Findings) {
  const byOrder = groupRows(orders, 'ordreId')
  const out = new Map<string, number>()
  for (const { ordreId = '', productId, units } of purchases) {
    const order = byOrder.get(ordreId)?.[0]
    if (!order?.confirmed || order.statut === 'ANNULEE') continue
    out.set(String(productId), (out.get(String(productId)) ?? 0) + units)
  }
  for (const { productId, quantite } of stock) {
    const expected = STOCK - (out.get(String(productId)) ?? 0)
    if (quantite !== expected) wrong.push(`product ${productId}: ${quantite} in stock, not ${expected}`)
  }
}
