import type { Pricing } from '../../basket/price-basket.ts'
import { useCodeTexts } from '../../basket/use-code-texts.ts'
import { refusedCode } from '../../state/codes.ts'

/** The codes of the basket that take nothing off the order, and one that was refused when it was placed. */
export function CodeNotices({ codes }: { codes: NonNullable<Pricing['priced']['codes']> }) {
  const why = useCodeTexts()
  const refused = refusedCode.value
  return (
    <>
      {refused && (
        <p class="notice bad" role="alert">
          {why.about(refused.code, why[refused.statut])}
        </p>
      )}
      {codes.map(
        ({ code, statut }) =>
          statut !== 'applique' &&
          statut !== 'inconnu' && (
            <p class="notice" key={code}>
              {why.about(code, why[statut])}
            </p>
          ),
      )}
    </>
  )
}
