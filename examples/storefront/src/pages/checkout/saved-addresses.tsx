import { useProfile } from '../../api/profile.ts'
import { useTexts } from '../../language/language.ts'
import { SelectField } from '../../parts/select-field.tsx'
import { details } from '../../state/checkout.ts'
import { TEXTS } from './texts.ts'

/** The addresses that the customer has saved; choosing one fills in the fields, which remain editable. */
export function SavedAddresses() {
  const t = useTexts(TEXTS)
  const { data } = useProfile()
  const addresses = data?.adresses ?? []
  if (addresses.length === 0) return null
  const { rue, codePostal, ville } = details.value
  const chosen = addresses.findIndex(
    each => each.rue === rue && each.codePostal === codePostal && each.ville === ville,
  )
  return (
    <SelectField
      label={t.saved}
      name="adresse"
      value={String(chosen)}
      options={[
        { value: '-1', label: t.chooseSaved },
        ...addresses.map(({ nom, rue, codePostal, ville }, place) => ({
          value: String(place),
          label: [nom, rue, `${codePostal} ${ville}`].filter(Boolean).join(', '),
        })),
      ]}
      change={value => {
        const address = addresses[Number(value)]
        if (!address) return
        const { nom, complement, ...place } = address
        details.value = {
          ...details.value,
          ...place,
          destinataire: nom ?? '',
          complement: complement ?? '',
        }
      }}
    />
  )
}
