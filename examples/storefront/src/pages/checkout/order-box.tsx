import { Link } from 'wouter-preact'
import type { ComparedLine } from '../../basket/compare.ts'
import { canBeOrdered } from '../../basket/compare.ts'
import { FreeDelivery } from '../../basket/free-delivery.tsx'
import type { Pricing } from '../../basket/price-basket.ts'
import { Summary } from '../../basket/summary.tsx'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.ts'
import { ErrorNotice } from '../../parts/errors.tsx'
import { CodeNotices } from './code-notices.tsx'
import { TEXTS } from './texts.ts'

type Props = {
  lines: readonly ComparedLine[]
  pricing: Pricing
  error: unknown
  isBusy: boolean
  /** Whether the total of the chosen delivery is still being loaded. */
  isSettling: boolean
  /** The total before it changed during checkout. */
  wasCents: number | undefined
}

/** The order's articles without discounts, which the sums show, and its total; the button shows the amount to pay. */
export function OrderBox({ lines, pricing: { priced }, error, isBusy, isSettling, wasCents }: Props) {
  const t = useTexts(TEXTS)
  const { euros } = useFormats()
  const isPossible = canBeOrdered(lines)
  // Without a delivery, the total is not yet the amount to pay.
  const isToChoose = priced.offresLivraison !== undefined && !priced.livraison
  const hasChanged = wasCents !== undefined && wasCents !== priced.totalCents
  return (
    <section class="box aside" aria-labelledby="commande">
      <div class="section-head">
        <h2 id="commande">{t.summary}</h2>
        <Link class="link" href="/panier">
          {t.edit}
        </Link>
      </div>
      <ul class="short-lines">
        {lines.map(({ id, nom, quantity, now }) => (
          <li key={id}>
            <span>
              {quantity} × {now?.nom ?? nom}
            </span>
            <span>{now && euros(now.prixUnitaireCents * now.quantite)}</span>
          </li>
        ))}
      </ul>
      <Summary priced={priced} />
      <FreeDelivery priced={priced} />
      <CodeNotices codes={priced.codes ?? []} />
      {hasChanged && (
        <p class="notice offer" role="alert">
          {t.changed(euros(wasCents), euros(priced.totalCents))}
        </p>
      )}
      {isPossible ? (
        <ErrorNotice error={error} />
      ) : (
        <p class="notice bad" role="alert">
          {t.short}
        </p>
      )}
      <button type="submit" class="button full" disabled={isBusy || isSettling || !isPossible}>
        {priced.totalCents === 0 || isToChoose ? t.order : t.pay(euros(priced.totalCents))}
      </button>
      <p class="soft small">{t.terms}</p>
    </section>
  )
}
