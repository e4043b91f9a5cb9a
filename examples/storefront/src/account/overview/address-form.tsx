import { useState } from 'preact/hooks'
import { defineTexts, useTexts } from '../../language/language.ts'
import { listCountries } from '../../parts/countries.ts'
import { Field } from '../../parts/field.tsx'
import { SelectField } from '../../parts/select-field.tsx'
import { COUNTRY, isPostcode } from '../../state/checkout.ts'
import type { Address } from './addresses.tsx'

const TEXTS = defineTexts({
  fr: {
    nom: 'Destinataire (facultatif)',
    rue: 'Numéro et rue',
    complement: 'Complément d’adresse (facultatif)',
    codePostal: 'Code postal',
    ville: 'Ville',
    pays: 'Pays',
    missing: 'À remplir',
    badPostcode: 'Vérifiez ce code postal, comme 59000 en France.',
    save: 'Enregistrer l’adresse',
    close: 'Fermer',
  },
  en: {
    nom: 'Recipient (optional)',
    rue: 'Number and street',
    complement: 'Second address line (optional)',
    codePostal: 'Postcode',
    ville: 'Town',
    pays: 'Country',
    missing: 'Fill this in',
    badPostcode: 'Check this postcode, such as 59000 in France.',
    save: 'Save the address',
    close: 'Close',
  },
})

const FIELDS = [
  ['nom', 'name', 100],
  ['rue', 'address-line1', 200],
  ['complement', 'address-line2', 200],
  ['codePostal', 'postal-code', 20],
  ['ville', 'address-level2', 100],
] as const

const NEW = { nom: '', rue: '', complement: '', codePostal: '', ville: '', pays: COUNTRY }

type Props = {
  address: Address | undefined
  isBusy: boolean
  save: (address: Address) => void
  close: () => void
}

export function AddressForm({ address, isBusy, save, close }: Props) {
  const t = useTexts(TEXTS)
  const [given, type] = useState({
    ...NEW,
    ...address,
    ...{ nom: address?.nom ?? '', complement: address?.complement ?? '' },
  })
  const [isTried, tell] = useState(false)
  function faultOf(name: keyof typeof NEW) {
    const value = given[name].trim()
    if (name === 'nom' || name === 'complement') return undefined
    if (value === '') return t.missing
    return name === 'codePostal' && !isPostcode(value, given.pays) ? t.badPostcode : undefined
  }
  return (
    <form
      class="box form"
      noValidate
      onSubmit={event => {
        event.preventDefault()
        tell(true)
        if (FIELDS.some(([name]) => faultOf(name))) return
        const { nom, complement, ...place } = given
        save({ ...place, nom: nom.trim() || null, complement: complement.trim() || null })
      }}
    >
      {FIELDS.map(([name, autocomplete, maxLength]) => (
        <Field
          key={name}
          {...{ name, autocomplete, maxLength }}
          label={t[name]}
          value={given[name]}
          change={value => type({ ...given, [name]: value })}
          fault={isTried ? faultOf(name) : undefined}
        />
      ))}
      <SelectField
        label={t.pays}
        name="pays"
        autocomplete="country"
        value={given.pays}
        options={listCountries()}
        change={pays => type({ ...given, pays })}
      />
      <div class="row">
        <button type="submit" class="button" disabled={isBusy}>
          {t.save}
        </button>
        <button type="button" class="button quiet" onClick={close}>
          {t.close}
        </button>
      </div>
    </form>
  )
}
