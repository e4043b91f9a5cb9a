import { writeDay, writeMoment } from '../../parts/exports/csv.ts'
import { defineColumns } from '../../parts/exports/read-all.ts'
import type { Promotion } from '../../sales/promotions.ts'
import { type PromotionCode, stateOf } from './codes.ts'
import { codeTexts } from './texts.ts'

export function codeColumns(promotions: readonly Promotion[], nameOf: (promotion: Promotion) => string) {
  const byId = new Map(promotions.map(promotion => [promotion.id, promotion]))
  return defineColumns<PromotionCode>({
    Code: ({ code }) => code,
    Promotion: ({ promotionId }) => {
      const promotion = byId.get(promotionId)
      return promotion ? nameOf(promotion) : promotionId
    },
    Utilisations: ({ utilisations }) => utilisations,
    'Utilisations au plus': ({ utilisationsMax }) => utilisationsMax,
    'Par client au plus': ({ utilisationsParClient }) => utilisationsParClient,
    Fin: ({ dateFin }) => writeDay(dateFin),
    'Créé le': ({ createdAt }) => writeMoment(createdAt),
    'Révoqué le': ({ revoqueLe }) => writeMoment(revoqueLe),
    État: code => codeTexts.fr[stateOf(code, byId.get(code.promotionId)?.dateFin)],
  })
}
