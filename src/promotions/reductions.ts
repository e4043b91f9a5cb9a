import { levelsOf } from '../platform/text.ts'
import type { Promotion, Reduction } from './schemas.ts'

const DAY_MS = 86_400_000
/** As long as reference stores prices. */
const RETENTION_MS = 400 * DAY_MS

/**
 * Whether a promotion lowers the price of one unit for everybody in the online shop: an automatic discount on products
 * without conditions.
 */
function lowersPrices(promotion: Promotion) {
  const { typePromotion, idClient, idMagasin, produitsVises, categorieProduit } = promotion
  const isUnconditional = (promotion.quantiteAchat ?? 0) <= 1 && !promotion.seuilMontant
  const isForAll = idClient === null && !idMagasin?.length
  const isOnProducts = produitsVises?.length || levelsOf(categorieProduit ?? '').length > 0
  const isDiscount = typePromotion === 'POURCENTAGE' || typePromotion === 'MONTANT_FIXE'
  const isShown = promotion.applicationsConcernees.includes('E-COMMERCE') && !promotion.dateSuppression
  return promotion.autoAppliquee && isDiscount && isOnProducts && isUnconditional && isForAll && isShown
}

const ruleOf = ({ dateDebut: _, dateFin: __, ...rule }: Reduction) => JSON.stringify(rule)

/**
 * Returns the periods in which a promotion has lowered or will lower prices, oldest first. The present version counts from
 * its change, or from the creation of a promotion without a recorded change; it continues a period with equal terms.
 */
export function reductionsOf(promotion: Promotion): Reduction[] {
  const past = promotion.reductions ?? []
  if (!lowersPrices(promotion)) return past
  const since = new Date(promotion.reductions ? promotion.dateModification : promotion.dateCreation)
  const begins = new Date(promotion.dateDebut)
  const ends = new Date(promotion.dateFin)
  const dateDebut = begins > since ? begins : since
  if (ends < dateDebut) return past
  const { valeurPromotion, uniteValeur, produitsVises: idProduit, categorieProduit } = promotion
  const present = {
    ...{ dateDebut: dateDebut.toISOString(), dateFin: ends.toISOString() },
    ...{ valeurPromotion, uniteValeur, idProduit, categorieProduit },
  }
  const last = past.at(-1)
  const continues = last && ruleOf(last) === ruleOf(present) && Date.parse(last.dateFin) + 1 >= +dateDebut
  return continues ? [...past.slice(0, -1), { ...present, dateDebut: last.dateDebut }] : [...past, present]
}

/** Returns the reductions of a promotion as the catalogue receives them. */
export const reductionsMessageOf = (promotion: Promotion) => ({
  ...{ id: promotion.id, version: promotion.version, reductions: reductionsOf(promotion) },
})

/** Returns the periods of a promotion that is about to change: those that have begun, ended at the change. */
export const endReductions = (promotion: Promotion, now: Date): Reduction[] =>
  reductionsOf(promotion).flatMap(reduction => {
    const until = Math.min(Date.parse(reduction.dateFin), now.getTime() - 1)
    const isKept = Date.parse(reduction.dateDebut) <= until && until > now.getTime() - RETENTION_MS
    return isKept ? [{ ...reduction, dateFin: new Date(until).toISOString() }] : []
  })
