import { Problem } from '../../platform/problem.ts'
import type { NewOrder } from './schemas.ts'

const FIELDS = ['adresseLivraison', 'clientInfo'] as const

/** 413 for an address, or a description of the customer, that is larger than any: it is kept, and shown in every list. */
export function checkTexts(order: NewOrder, most: number) {
  for (const field of FIELDS)
    if (Buffer.byteLength(JSON.stringify(order[field])) > most)
      throw new Problem(413, 'corps-trop-grand', `${field} is larger than ${most} bytes of JSON`)
}
