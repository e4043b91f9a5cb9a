import type { Tx } from '../../platform/database/database.ts'
import type { Order } from '../tables.ts'
import { isExhausted, refuseCode } from './refuse-code.ts'
import {
  countUsesOfCustomers,
  insertUses,
  lockCodes,
  lockUses,
  type NewUse,
  releaseEndedUses,
  releaseUses,
  type UsedCode,
  type UseEnds,
  updateUses,
} from './store/uses.ts'

/** An order that takes a use of each of its codes, and the identifiers of its customer if they are proven. */
export type Taker = Pick<Order, 'codes'> & { clientIds: readonly string[] }

type Refused = Pick<UsedCode, 'code'> & { statut: 'epuise' | 'inconnu' }

/** Ended uses are released in this number at once, so that no transaction holds its locks for long. */
const RELEASED_AT_ONCE = 1_000

/**
 * Locks the codes of orders and returns, for each order, the code of which it gets no use; undefined if it may take all
 * of its uses. Earlier orders in the list come first. The caller inserts the uses in the same transaction. Codes without
 * a limit need no lock: it would make their buyers wait for one another.
 */
export async function admitUses(
  tx: Tx,
  takers: readonly Taker[],
  now: Date,
): Promise<(Refused | undefined)[]> {
  const ids = [...new Set(takers.flatMap(({ codes }) => codes?.map(({ id }) => id) ?? []))]
  if (!takers.some(({ codes }) => codes?.some(({ limite }) => limite !== false))) return []
  const locked = new Map((await lockUnended(tx, ids, now)).map(code => [code.id, code]))
  const isCounted = [...locked.values()].some(code => code.utilisationsParClient !== null)
  const customers = takers.map(({ clientIds }) => clientIds)
  const counts = isCounted ? await countUsesOfCustomers(tx, customers, ids, now) : []
  const taken: { id: number; clientIds: readonly string[] }[] = []
  return takers.map(({ codes, clientIds }, customer) => {
    const own = codes?.flatMap(({ id }) => locked.get(id) ?? []) ?? []
    for (const { id, code, revoqueLe, utilisations, ...limits } of own) {
      const others = taken.filter(each => each.id === id)
      const ofCustomer =
        others.filter(each => each.clientIds.some(name => clientIds.includes(name))).length +
        (counts.find(each => each.customer === customer && each.codeId === id)?.number ?? 0)
      if (revoqueLe) return { code, statut: 'inconnu' as const }
      if (isExhausted({ ...limits, utilisations: utilisations + others.length }, ofCustomer))
        return { code, statut: 'epuise' as const }
    }
    taken.push(...own.map(({ id }) => ({ id, clientIds })))
    return undefined
  })
}

/** Locks codes and, if the uses of one are all taken, releases those that have ended. */
async function lockUnended(tx: Tx, ids: readonly number[], now: Date) {
  const codes = await lockCodes(tx, ids)
  const full = codes.filter(code => isExhausted(code, 0)).map(({ id }) => id)
  if (full.length === 0) return codes
  return (await releaseEndedUses(tx, now, RELEASED_AT_ONCE, full)) > 0 ? lockCodes(tx, ids) : codes
}

/** Releases the uses of unpaid orders whose time to pay is over. */
export const releaseOverdueUses = (tx: Tx, now: Date) => releaseEndedUses(tx, now, RELEASED_AT_ONCE)

const usesOf = ({ ordreId, codes }: Pick<Order, 'ordreId' | 'codes'>, ends: UseEnds): NewUse[] =>
  codes?.map(({ id }) => ({ ordreId, codeId: id, ...ends })) ?? []

/** Inserts the uses of new orders, which have been admitted. A free order holds them for good. */
export async function insertUsesOfOrders(tx: Tx, orders: readonly Order[]) {
  const uses = orders.flatMap(order =>
    usesOf(order, { expireLe: order.confirmeeLe ? null : order.reserveeJusque, paiementJusque: null }),
  )
  if (uses.length > 0) await insertUses(tx, uses)
}

/**
 * Extends the uses of an order to these ends, unless they end later, for a new link or payment, and takes them again if
 * they have ended. Returns their previous ends for `restoreUses`; null if they had ended. Throws 409 if none is left.
 */
export async function extendUses(
  tx: Tx,
  order: Pick<Order, 'ordreId' | 'codes'>,
  { clientIds, now, ...atLeast }: UseEnds & { clientIds: readonly string[]; now: Date },
): Promise<UseEnds | null> {
  const { ordreId, codes } = order
  const previous = await lockUses(tx, ordreId)
  if (previous) {
    await updateUses(tx, ordreId, {
      expireLe: latest(previous.expireLe, atLeast.expireLe),
      paiementJusque: latest(previous.paiementJusque, atLeast.paiementJusque),
    })
    return previous
  }
  const [refused] = await admitUses(tx, [{ codes, clientIds }], now)
  if (refused) throw refuseCode(409, refused.code, refused.statut)
  await insertUses(tx, usesOf(order, atLeast))
  return null
}

/** Undoes `extendUses` after the payment was refused for another reason. */
export const restoreUses = (tx: Tx, ordreId: string, previous: UseEnds | null) =>
  previous ? updateUses(tx, ordreId, previous) : releaseUses(tx, [ordreId])

const latest = (one: Date | null, other: Date | null) =>
  other === null || (one && one > other) ? one : other
