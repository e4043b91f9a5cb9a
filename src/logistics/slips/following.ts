import type { SlipStatus } from './schemas.ts'

type Move = { statut: SlipStatus; from: readonly SlipStatus[] }

/** What has left the house is not called back. */
export const CANCELLED: Move = { statut: 'annule', from: ['a_preparer', 'incomplet', 'prepare'] }

/** What an order's slips become when the order is moved on by hand, and from where. */
const ON: Record<string, Move> = {
  EN_PREPARATION: { statut: 'prepare', from: ['a_preparer'] },
  EXPEDIEE: { statut: 'expedie', from: ['a_preparer', 'incomplet', 'prepare'] },
  LIVREE: { statut: 'livre', from: ['a_preparer', 'incomplet', 'prepare', 'expedie'] },
  ANNULEE: CANCELLED,
}

/** The slips that are further than an order that was taken back. */
const BACK: Record<string, readonly SlipStatus[]> = {
  EN_PREPARATION: ['expedie', 'livre'],
  EXPEDIEE: ['livre'],
}

export const slipsWith = (orderStatus: string, wasTakenBack = false): Move | undefined => {
  const on = ON[orderStatus]
  return on && wasTakenBack ? { ...on, from: [...on.from, ...(BACK[orderStatus] ?? [])] } : on
}

/** What a slip can be moved to by hand, and from where. */
export const BY_HAND: Record<'prepare' | 'expedie' | 'livre', readonly SlipStatus[]> = {
  prepare: ['a_preparer', 'incomplet'],
  expedie: ['a_preparer', 'incomplet', 'prepare'],
  livre: ['expedie'],
}

const SENT: readonly SlipStatus[] = ['expedie', 'livre']

/** What an order becomes by its slips: in preparation with the first, sent and delivered with the last that counts. */
export function orderWith(
  statuses: readonly SlipStatus[],
): 'EN_PREPARATION' | 'EXPEDIEE' | 'LIVREE' | undefined {
  const counting = statuses.filter(statut => statut !== 'annule')
  if (counting.length === 0) return undefined
  if (counting.every(statut => statut === 'livre')) return 'LIVREE'
  if (counting.every(statut => SENT.includes(statut))) return 'EXPEDIEE'
  return counting.some(statut => statut === 'prepare' || SENT.includes(statut)) ? 'EN_PREPARATION' : undefined
}
