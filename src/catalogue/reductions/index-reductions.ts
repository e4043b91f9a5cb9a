import { type BasketPromotion, indexPromotions, isLive, type Rule } from '../../orders/contract.ts'
import type { PromotionReductions } from '../../promotions/contract.ts'

/** Reductions by the keys of the products that they apply to, in the rules of baskets. */
export type ReductionIndex = {
  rules: ReadonlyMap<string, readonly Rule[]>
  isAnyLive(now: Date): boolean
}

/** The fields of a promotion that are the same for all reductions. */
const TERMS: Omit<BasketPromotion, 'id' | keyof PromotionReductions['reductions'][number]> = {
  ...{ typePromotion: 'POURCENTAGE', autoAppliquee: true, applicationsConcernees: ['E-COMMERCE'] },
  ...{ idClient: null, idMagasin: null, seuilMontant: null, quantiteAchat: null, dateSuppression: null },
}

/** Indexes reductions by the rules of baskets, so that both compute the same prices. */
export function indexReductions(promotions: readonly Omit<PromotionReductions, 'version'>[]): ReductionIndex {
  const index = indexPromotions(
    promotions.flatMap(({ id, reductions }) =>
      reductions
        .filter(({ valeurPromotion }) => (valeurPromotion ?? 0) > 0)
        .map(reduction => ({ ...TERMS, id, ...reduction })),
    ),
  )
  const rules = index.everybody.discounts
  const periods = [...new Set([...rules.values()].flat())]
  return {
    rules,
    isAnyLive(now) {
      const at = now.getTime()
      return periods.some(rule => isLive(rule, at))
    },
  }
}
