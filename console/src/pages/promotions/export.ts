import { writeEuros, writeMoment } from '../../parts/exports/csv.ts'
import { defineColumns } from '../../parts/exports/read-all.ts'
import type { Promotion } from '../../sales/promotions.ts'

/** `discountOf` and `limitsOf` describe a promotion as the page does. */
export const promotionColumns = (
  discountOf: (promotion: Promotion) => string,
  limitsOf: (promotion: Promotion) => string[],
) =>
  defineColumns<Promotion>({
    Numéro: ({ id }) => id,
    Description: ({ description }) => description,
    Remise: discountOf,
    'À partir de (€)': ({ seuilMontant }) => writeEuros(seuilMontant),
    Début: ({ dateDebut }) => writeMoment(dateDebut),
    Fin: ({ dateFin }) => writeMoment(dateFin),
    Catégorie: ({ categorieProduit }) => categorieProduit,
    Produits: ({ idProduit }) => idProduit,
    Magasins: ({ idMagasin }) => idMagasin,
    Automatique: ({ autoAppliquee }) => autoAppliquee,
    Restrictions: limitsOf,
  })
