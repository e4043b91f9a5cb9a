import { useTexts } from '../../language/language.ts'
import { DetailField, type FieldErrors } from './detail-field.tsx'
import { delivery } from './details.ts'
import { Stores } from './stores.tsx'
import { TEXTS } from './texts.ts'

/** Delivery to an address or collection in a store. */
export function DeliveryChoice({ faults, needsStore }: { faults: FieldErrors; needsStore: boolean }) {
  const t = useTexts(TEXTS)
  const { mode } = delivery.value
  const modes = [
    { value: 'domicile' as const, label: t.home, hint: t.homeHint },
    { value: 'retrait' as const, label: t.collect, hint: t.collectHint },
  ]
  return (
    <section class="box" aria-labelledby="livraison">
      <h2 id="livraison">{t.delivery}</h2>
      <fieldset class="choices">
        <legend class="unseen">{t.delivery}</legend>
        {modes.map(({ value, label, hint }) => (
          <label class="choice" key={value}>
            <input
              type="radio"
              name="mode"
              checked={mode === value}
              onChange={() => {
                delivery.value =
                  value === 'domicile' ? { mode: value } : { mode: value, magasinId: undefined }
              }}
            />
            <span>
              {label} <span class="soft small">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {mode === 'retrait' ? (
        <Stores isNeeded={needsStore} />
      ) : (
        <>
          <h3>{t.address}</h3>
          <DetailField name="rue" label={t.rue} autocomplete="street-address" faults={faults} />
          <div class="two">
            <DetailField name="codePostal" label={t.codePostal} autocomplete="postal-code" faults={faults} />
            <DetailField name="ville" label={t.ville} autocomplete="address-level2" faults={faults} />
          </div>
        </>
      )}
    </section>
  )
}
