import type { Shapes } from '../../api/client.ts'
import { useLivePromotions } from '../../api/promotions.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { TEXTS } from './texts.ts'

type Promotion = Shapes['Promotion']
const MOST = 3

export function Offers() {
  const t = useTexts(TEXTS)
  const { euros, day, count } = useFormats()
  const { data } = useLivePromotions(MOST)
  const offers = data?.promotions ?? []
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
