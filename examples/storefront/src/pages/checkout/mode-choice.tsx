import { useTexts } from '../../language/language.ts'
import { delivery } from '../../state/checkout.ts'
import { TEXTS } from './texts.ts'

/** The choice between delivery and collection where the platform has no delivery methods: both are free. */
export function ModeChoice() {
  const t = useTexts(TEXTS)
  const modes = [
    { value: 'domicile' as const, label: t.home, hint: t.homeHint },
    { value: 'retrait' as const, label: t.collect, hint: t.collectHint },
  ]
  return (
    <fieldset class="choices">
      <legend class="unseen">{t.delivery}</legend>
      {modes.map(({ value, label, hint }) => (
        <label class="choice" key={value}>
          <input
            type="radio"
            name="mode"
            checked={delivery.value.mode === value}
            onChange={() => {
              delivery.value = { ...delivery.value, mode: value }
            }}
          />
          <span>
            {label} <span class="soft small">{hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}
