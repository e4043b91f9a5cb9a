import { addressOf } from '../../platform/http/caller.ts'
import { networkOf } from '../../platform/network.ts'
import { Problem } from '../../platform/problem.ts'
import type { BasketCode } from '../basket-schemas.ts'
import type { Context } from '../context.ts'
import { type Customer, findProvenNames, findTargetedNames, type OrderingCaller } from '../customer.ts'
import type { Offer } from '../delivery/offers.ts'
import { type Basket, discountsOf, type PromotionIndex } from '../pricing/basket.ts'
import type { AppliedCode, FoundCode } from '../tables.ts'
import { keyOf } from './code-format.ts'
import { type CodeRefusal, isExhausted, refuseCode } from './refuse-code.ts'
import { countEndedUses } from './store/codes.ts'
import { countUsesOfCustomers } from './store/uses.ts'

/** A code as it was named: the stored code if it is valid, or else why it is not. */
type NamedCode = { named: string; valid: FoundCode | undefined; refusal: CodeRefusal | undefined }

export type EvaluatedCodes = {
  named: readonly NamedCode[]
  /** The promotions of the valid codes. */
  promotions: ReadonlySet<number>
  /** The identifiers of the proven customer, if a code requires one. */
  clientIds: readonly string[] | undefined
}

const noCodes: EvaluatedCodes = { named: [], promotions: new Set(), clientIds: undefined }

type Naming = {
  codes: readonly string[] | null | undefined
  /** Awaited only where a code depends on the customer, so that both are found at the same time. */
  customer: Customer | Promise<Customer>
  now: Date
}

/**
 * Finds out which of the named codes are valid. Throws 429 for an address without a key that has named too many unknown
 * codes within a minute.
 */
export async function evaluateCodes(
  context: Context,
  caller: OrderingCaller,
  { codes, customer, now }: Naming,
): Promise<EvaluatedCodes> {
  if (!codes?.length) return noCodes
  const keys = codes.map(keyOf)
  const known = await limitUnknown(context, caller, keys, async () => {
    const found = await findLiveCodes(context, keys, now)
    return new Map(found.filter(isKnown).map(code => [code.cle, code]))
  })
  const forCustomers = [...known.values()].filter(isForCustomers)
  const clientIds = forCustomers.length > 0 ? await findProvenNames(context, await customer) : undefined
  const ids = forCustomers.map(({ id }) => id)
  const uses = clientIds ? await countUsesOfCustomers(context.db, [clientIds], ids, now) : []
  const named = codes.map((named, i): NamedCode => {
    const code = known.get(keys[i] ?? '')
    const ofCustomer = uses.find(({ codeId }) => codeId === code?.id)?.number ?? 0
    const refusal = code ? refusalOf(code, { ofCustomer, proven: clientIds !== undefined, now }) : 'inconnu'
    return { named, refusal, valid: refusal ? undefined : code }
  })
  const promotions = new Set(named.flatMap(({ valid }) => valid?.promotionId ?? []))
  return { named, promotions, clientIds }
}

/**
 * Finds codes by their keys and counts the unknown ones of an address without a key. Throws 429 once there were too
 * many: their refusal would tell which codes exist.
 */
async function limitUnknown(
  { unknownCodes }: Context,
  caller: OrderingCaller,
  keys: readonly string[],
  find: () => Promise<Map<string, FoundCode>>,
) {
  if (caller.caller.trusted) return find()
  const network = networkOf(addressOf(caller))
  let retryAfterSeconds = await unknownCodes.wait(network)
  const known = retryAfterSeconds === undefined ? await find() : new Map<string, FoundCode>()
  const unknown = new Set(keys.filter(key => !known.has(key))).size
  if (retryAfterSeconds === undefined && unknown > 0)
    retryAfterSeconds = await unknownCodes.consume(network, unknown)
  if (retryAfterSeconds === undefined) return known
  const message = 'Trop de codes inconnus en une minute : réessayez dans un instant'
  throw new Problem(429, 'trop-de-requetes', message, { retryAfterSeconds })
}

const isKnown = ({ revoqueLe, supprimee }: FoundCode) => !revoqueLe && !supprimee

/** Returns the codes with these keys, with the uses that have not ended where the limit depends on them. */
async function findLiveCodes({ db, findCodes }: Context, keys: readonly string[], now: Date) {
  const codes = await findCodes(keys)
  return Promise.all(
    codes.map(async code =>
      // Without uses of the customer, only the limit of all uses counts.
      isExhausted(code, 0)
        ? { ...code, utilisations: code.utilisations - (await countEndedUses(db, code.id, now)) }
        : code,
    ),
  )
}

const isForCustomers = ({ cible, utilisationsParClient }: FoundCode) =>
  cible || utilisationsParClient !== null

function refusalOf(
  code: FoundCode,
  { ofCustomer, proven, now }: { ofCustomer: number; proven: boolean; now: Date },
): CodeRefusal | undefined {
  const { dateFin, finPromotion } = code
  if ((dateFin && dateFin < now) || finPromotion < now) return 'expire'
  if (isExhausted(code, ofCustomer)) return 'epuise'
  return isForCustomers(code) && !proven ? 'connexion-requise' : undefined
}

/** Throws 422 for the first code that is not valid. */
export function checkCodes({ named }: EvaluatedCodes) {
  const refused = named.find(({ refusal }) => refusal !== undefined)
  if (refused?.refusal) throw refuseCode(422, refused.named, refused.refusal)
}

/** Returns the identifiers under which promotions may target the customer of a basket. */
export const findNames = async (
  context: Context,
  customer: Customer,
  index: PromotionIndex,
  { clientIds }: EvaluatedCodes,
) => clientIds ?? (await findTargetedNames(context, customer, index))

/** Returns what a basket is priced with, beside the promotions: the customer, the valid codes and the time. */
export async function resolveTerms(
  context: Context,
  caller: OrderingCaller,
  naming: Naming & { customer: Customer },
  index: PromotionIndex,
) {
  const codes = await evaluateCodes(context, caller, naming)
  const clientIds = await findNames(context, naming.customer, index, codes)
  return { codes, clientIds, codePromotions: codes.promotions, now: naming.now }
}

/** A basket priced with codes, and the chosen delivery method. */
type Priced = { basket: Pick<Basket, 'lines'>; index: PromotionIndex; offer?: Offer | undefined }

/**
 * Returns for each named code how it lowered the price of the basket or of its delivery; undefined if it did not. Of
 * several valid codes of a promotion the one with the lowest id counts, whatever the order in which they are named.
 */
function listApplied({ named }: EvaluatedCodes, { basket, index, offer }: Priced) {
  const cents = new Map(discountsOf(basket).map(each => [each.promotionId, each.montantCents]))
  if (offer?.promotionId) cents.set(offer.promotionId, offer.fullCents)
  const counting = new Map<number, number>()
  for (const { id, promotionId } of named.flatMap(({ valid }) => valid ?? []))
    counting.set(promotionId, Math.min(id, counting.get(promotionId) ?? id))
  return named.map(({ valid }): AppliedCode | undefined => {
    if (!valid || counting.get(valid.promotionId) !== valid.id) return undefined
    const { id, code, promotionId, utilisationsMax, utilisationsParClient } = valid
    const parClient = utilisationsParClient !== null
    counting.delete(promotionId)
    const montantCents = index.coded.has(promotionId) ? cents.get(promotionId) : undefined
    if (montantCents === undefined) return undefined
    return { id, code, promotionId, montantCents, parClient, limite: parClient || utilisationsMax !== null }
  })
}

/** Returns the codes that an order applies; null if it named none. */
export const appliedCodes = (codes: EvaluatedCodes, priced: Priced) =>
  codes.named.length > 0 ? listApplied(codes, priced).filter(each => each !== undefined) : null

/** Returns the named codes of a basket in their order, as a field of the answer, which has none if none was named. */
export function formatCodes(codes: EvaluatedCodes, priced: Priced): { codes?: BasketCode[] } {
  if (codes.named.length === 0) return {}
  const applied = listApplied(codes, priced)
  return {
    codes: codes.named.map(({ named, refusal }, i) => ({
      code: named,
      statut: refusal ?? (applied[i] ? 'applique' : 'non-retenu'),
      montantCents: applied[i]?.montantCents ?? 0,
    })),
  }
}
