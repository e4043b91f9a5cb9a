import { describeChange } from '../platform/audit/describe.ts'
import type { Tx } from '../platform/database/database.ts'
import { type AcceptedVersions, preconditionFailed } from '../platform/http/conditional.ts'
import { Problem } from '../platform/problem.ts'
import { promotionChanged, reductionsChanged } from './contract.ts'
import { countCodes, type Peers, type PromotionsPlatform, pushToOrders } from './peers.ts'
import { endReductions, reductionsMessageOf } from './reductions.ts'
import { resolveTargets } from './resolve-targets.ts'
import { applyDefaults, checkPromotion, parseApplications } from './rules.ts'
import type { NewPromotion, Promotion, PromotionChange } from './schemas.ts'
import { findPromotion, insertPromotion, lockPromotion, markDeleted, updatePromotion } from './store.ts'

/** Returns the promotion for answers and messages, which omit `modesLivraison` without a value. */
export const formatPromotion = ({ modesLivraison, ...promotion }: Promotion): Promotion =>
  modesLivraison ? { ...promotion, modesLivraison } : promotion

/** Returns the promotion as orders receives it: customers by `CLI_` identifier, products by id. */
export const messageOf = (promotion: Promotion) => {
  const { clientsVises, produitsVises, reductions: _, ...message } = formatPromotion(promotion)
  return { ...message, idClient: clientsVises, idProduit: produitsVises }
}

/** Publishes a promotion to the areas that store a copy, in the transaction of the change. */
export async function announcePromotion(
  tx: Tx,
  { outbox }: Pick<PromotionsPlatform, 'outbox'>,
  promotion: Promotion,
) {
  await outbox.publish(tx, promotionChanged, messageOf(promotion))
  await outbox.publish(tx, reductionsChanged, reductionsMessageOf(promotion))
}

/** Applies a change and publishes the promotion in one transaction, then pushes it to orders. */
async function changeAndAnnounce(platform: PromotionsPlatform, change: (tx: Tx) => Promise<Promotion>) {
  const { db, peers } = platform
  const promotion = await db.transaction(async tx => {
    const changed = await change(tx)
    await announcePromotion(tx, platform, changed)
    return changed
  })
  await pushToOrders(peers, messageOf(promotion))
  return formatPromotion(promotion)
}

/**
 * Creates a promotion. Throws 400 for an invalid date or amount, 422 if its fields contradict each other or a target or
 * application does not exist, 503 while the area of a target is unavailable.
 */
export async function createPromotion(platform: PromotionsPlatform, given: NewPromotion): Promise<Promotion> {
  const fields = applyDefaults(given)
  checkPromotion(fields)
  const targets = await resolveTargets(platform.peers, fields)
  return changeAndAnnounce(platform, tx =>
    insertPromotion(
      tx,
      { clientsVises: null, produitsVises: null, ...fields, ...targets },
      platform.clock.now(),
    ),
  )
}

async function checkNoCodes(peers: Peers, id: number) {
  const codes = await countCodes(peers, id)
  if (codes > 0)
    throw new Problem(
      409,
      'promotion-automatique',
      `autoAppliquee cannot become true: promotion ${id} has ${codes} codes; revoke them first`,
    )
}

const unknown = (id: number) => new Problem(404, 'promotion-inconnue', `Promotion with id ${id} not found`)

/**
 * Updates the given fields; only targets among them are checked with their areas. Throws 404 for an unknown or deleted
 * promotion, 412 if the promotion no longer matches `seen`, 409 if it becomes automatic although it has codes, and the
 * errors of `createPromotion`.
 */
export async function changePromotion(
  platform: PromotionsPlatform,
  id: number,
  change: PromotionChange,
  seen?: AcceptedVersions,
): Promise<Promotion> {
  const stored = await findPromotion(platform.db, id)
  if (!stored) throw unknown(id)
  if (!stored.autoAppliquee && change.autoAppliquee !== undefined && (change.autoAppliquee ?? true))
    await checkNoCodes(platform.peers, id)
  const applicationsConcernees = parseApplications(change)
  const targets = await resolveTargets(platform.peers, change)
  return changeAndAnnounce(platform, async tx => {
    const before = await lockPromotion(tx, id)
    if (!before) throw unknown(id)
    if (seen && !seen.includes(before.dateModification)) throw preconditionFailed()
    const merged = applyDefaults({
      ...before,
      ...change,
      ...(applicationsConcernees && { applicationsConcernees }),
    })
    const { clientsVises, produitsVises } = before
    const after = { ...merged, clientsVises, produitsVises, ...targets }
    checkPromotion(after)
    const withheld = ['idClient', 'clientsVises']
    describeChange({ record: id, label: after.description ?? null, before, after, withheld })
    const now = platform.clock.now()
    return updatePromotion(tx, id, after, { reductions: endReductions(before, now), now })
  })
}

/** Soft-deletes a promotion: it stays listed and never applies again. Throws 404 for an unknown or deleted one. */
export const deletePromotion = (platform: PromotionsPlatform, id: number) =>
  changeAndAnnounce(platform, async tx => {
    const before = await lockPromotion(tx, id)
    if (!before) throw unknown(id)
    describeChange({ record: id, label: before.description })
    const now = platform.clock.now()
    return markDeleted(tx, id, endReductions(before, now), now)
  })
