import { Problem } from '../platform/problem.ts'
import type { Item } from './schemas.ts'

const MOST = Number.MAX_SAFE_INTEGER

export const tooDear = (line: string) =>
  new Problem(400, 'montant-trop-grand', `${line}: quantity x unitPrice must not exceed ${MOST}`)

/** JSON holds no greater total exactly. A greater product is rounded, but never down to one that passes. */
export const isExact = (totalAmount: number) => totalAmount <= MOST

/** 400 for a line whose total would be no exact number. */
export function checkTotals(items: readonly Pick<Item, 'quantity' | 'unitPrice'>[], path: string) {
  for (const [i, { quantity, unitPrice }] of items.entries())
    if (!isExact(quantity * unitPrice)) throw tooDear(`${path}/${i}`)
}
