import { Link } from 'wouter-preact'
import type { ComparedLine } from '../../basket/compare.ts'
import { LineNotices } from '../../basket/line-notices.tsx'
import { useFormats } from '../../language/formats.ts'
import { defineTexts, useTexts } from '../../language/language.ts'
import { Picture } from '../../parts/picture.tsx'
import { Stepper } from '../../parts/stepper.tsx'
import { announce } from '../../shell/announcer.tsx'
import { removeLine, setQuantity } from '../../state/basket.ts'

const TEXTS = defineTexts({
  fr: {
    each: (price: string) => `${price} pièce`,
    remove: 'Retirer',
    removeWhat: (name: string) => `Retirer ${name}`,
    removed: (name: string) => `${name} : retiré du panier`,
    instead: (price: string) => `au lieu de ${price}`,
    final: 'Sans droit de rétractation',
  },
  en: {
    each: (price: string) => `${price} each`,
    remove: 'Remove',
    removeWhat: (name: string) => `Remove ${name}`,
    removed: (name: string) => `${name}: removed from the basket`,
    instead: (price: string) => `instead of ${price}`,
    final: 'No right of withdrawal',
  },
})

/** An article of the basket, its price, and its changes since it was added. */
export function Line({ line }: { line: ComparedLine }) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  const { id, nom, photo, quantity, now, seenCents } = line
  const unitCents = now?.prixUnitaireCents ?? seenCents
  const fullCents = unitCents * quantity
  // Until a new quantity is priced, the line shows its price without discounts.
  const costsCents = now?.quantite === quantity ? now.totalCents : fullCents
  return (
    <li class="line">
      <Link class="line-picture" href={`/produits/${id}`} tabIndex={-1} aria-hidden="true">
        <Picture photo={photo} name={nom} size={96} />
      </Link>
      <div class="line-what">
        <Link class="line-name" href={`/produits/${id}`}>
          {now?.nom ?? nom}
        </Link>
        <span class="soft small">{t.each(euros(unitCents))}</span>
        {now?.retractable === false && <span class="small">{t.final}</span>}
      </div>
      <div class="line-cost">
        <strong class="price">{euros(costsCents)}</strong>
        {costsCents < fullCents && <span class="offer-text small">{t.instead(euros(fullCents))}</span>}
      </div>
      <div class="line-acts">
        <Stepper name={nom} value={quantity} change={value => setQuantity(id, value)} />
        <button
          type="button"
          class="text-button"
          aria-label={t.removeWhat(nom)}
          onClick={() => {
            removeLine(id)
            announce(t.removed(nom))
          }}
        >
          {t.remove}
        </button>
      </div>
      <LineNotices line={line} />
    </li>
  )
}
