import { useFormats } from '../language/formats.ts'
import { defineTexts, useTexts } from '../language/language.ts'
import { removeLine, setQuantity } from '../state/basket.ts'
import type { ComparedLine } from './compare.ts'

const TEXTS = defineTexts({
  fr: {
    changed: (was: string, now: string) => `Le prix a changé depuis votre choix : ${was} → ${now}`,
    gone: 'Cet article n’est plus en vente.',
    none: 'Épuisé : le dernier vient de partir.',
    left: (count: number) => `Il n’en reste que ${count}.`,
    take: (count: number) => `En prendre ${count}`,
    remove: 'Retirer du panier',
  },
  en: {
    changed: (was: string, now: string) => `The price has changed since you chose it: ${was} → ${now}`,
    gone: 'This item is no longer sold.',
    none: 'Sold out: the last one has just been sold.',
    left: (count: number) => `Only ${count} left.`,
    take: (count: number) => `Take ${count}`,
    remove: 'Remove from the basket',
  },
})

/** Changes of an article since it was added to the basket, with a button to resolve each. */
export function LineNotices({ line }: { line: ComparedLine }) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  const { id, now, isGone, onlyLeft, wasCents } = line
  return (
    <div class="line-notices" role="status">
      {now && wasCents !== undefined && (
        <p class="notice offer">{t.changed(euros(wasCents), euros(now.prixUnitaireCents))}</p>
      )}
      {(isGone || onlyLeft === 0) && (
        <div class="notice bad">
          <p>{isGone ? t.gone : t.none}</p>
          <button type="button" class="button quiet" onClick={() => removeLine(id)}>
            {t.remove}
          </button>
        </div>
      )}
      {onlyLeft !== undefined && onlyLeft > 0 && (
        <div class="notice bad">
          <p>{t.left(onlyLeft)}</p>
          <button type="button" class="button quiet" onClick={() => setQuantity(id, onlyLeft)}>
            {t.take(onlyLeft)}
          </button>
        </div>
      )}
    </div>
  )
}
