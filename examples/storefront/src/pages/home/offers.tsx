import type { Shapes } from '../../api/client.ts'
import { usePromotions } from '../../api/promotions.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { TEXTS } from './texts.ts'

type Promotion = Shapes['Promotion']
const MOST = 3

/** Whether a promotion applies now, automatically and to every visitor of the shop. */
const isForEverybody = (promotion: Promotion, now: number) =>
  promotion.autoAppliquee &&
  promotion.dateSuppression === null &&
  promotion.idMagasin === null &&
  !promotion.idClient &&
  promotion.applicationsConcernees.includes('E-COMMERCE') &&
  Date.parse(promotion.dateDebut) <= now &&
  now < Date.parse(promotion.dateFin)

export function Offers() {
  const t = useTexts(TEXTS)
  const { euros, day, count } = useFormats()
  const { data = [] } = usePromotions()
  const offers = data.filter(promotion => isForEverybody(promotion, Date.now())).slice(0, MOST)
  if (offers.length === 0) return null

  const worth = ({ typePromotion, uniteValeur, valeurPromotion }: Promotion) => {
    if (typePromotion === 'PRODUIT_OFFERT') return t.gift
    if (valeurPromotion === null) return t.freeDelivery
    return `−${uniteValeur === 'PERCENT' ? `${count(valeurPromotion)}\u00a0%` : euros(valeurPromotion * 100)}`
  }
  return (
    <section class="section" aria-labelledby="promotions">
      <h2 id="promotions">{t.offers}</h2>
      <ul class="offers">
        {offers.map(promotion => (
          <li class="offer" key={promotion.id}>
            <strong>{worth(promotion)}</strong>
            <span>{promotion.description}</span>
            <span class="small soft">{t.until(day(promotion.dateFin))}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
