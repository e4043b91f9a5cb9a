import { useTexts } from '../../language/language.ts'
import { isBilledElsewhere } from '../../state/checkout.ts'
import { CountryField } from './country-field.tsx'
import { DetailField, type FieldErrors } from './detail-field.tsx'
import { TEXTS } from './texts.ts'

/** The address of the invoice, where it differs from that of the delivery. */
export function Billing({ faults }: { faults: FieldErrors }) {
  const t = useTexts(TEXTS)
  const fields = [
    { name: 'societe', label: t.societe, autocomplete: 'billing organization' },
    { name: 'factureRue', label: t.rue, autocomplete: 'billing address-line1' },
    { name: 'factureComplement', label: t.complement, autocomplete: 'billing address-line2' },
    { name: 'factureCodePostal', label: t.codePostal, autocomplete: 'billing postal-code' },
    { name: 'factureVille', label: t.ville, autocomplete: 'billing address-level2' },
  ] as const
  return (
    <section class="box" aria-labelledby="facturation">
      <h2 id="facturation">{t.billing}</h2>
      <label class="choice">
        <input
          type="checkbox"
          checked={isBilledElsewhere.value}
          onChange={({ currentTarget }) => {
            isBilledElsewhere.value = currentTarget.checked
          }}
        />
        <span>{t.billedElsewhere}</span>
      </label>
      {isBilledElsewhere.value && (
        <>
          {fields.map(field => (
            <DetailField key={field.name} {...field} faults={faults} />
          ))}
          <CountryField name="facturePays" label={t.pays} autocomplete="billing country" />
        </>
      )}
    </section>
  )
}
