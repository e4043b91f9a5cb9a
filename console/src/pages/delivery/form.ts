import type { DeliveryMethod } from '../../sales/delivery-methods.ts'
import type { formTexts } from './form-texts.ts'
import type { NewMethod } from './methods.ts'

type Amount = number | ''
export type Zone = { pays: string; prefixes: string[] }
/** A row of the tariff: amounts in euros, the weight in grams, empty without a limit. */
export type Row = { from: Amount; upTo: Amount; price: Amount }

/** A method as form values: amounts in euros, empty where there is none. */
export type Values = {
  code: string
  nom: string
  description: string
  type: DeliveryMethod['type']
  actif: boolean
  zones: Zone[]
  tarifs: Row[]
  offertDes: Amount
  min: Amount
  max: Amount
  suiviUrl: string
  tauxTva: Amount
}

export const EMPTY_ROW: Row = { from: 0, upTo: '', price: '' }

export const createDefaultValues = (): Values => ({
  ...{ code: '', nom: '', description: '', type: 'domicile', actif: true },
  ...{ zones: [{ pays: 'FR', prefixes: [] }], tarifs: [EMPTY_ROW] },
  ...{ offertDes: '', min: '', max: '', suiviUrl: '', tauxTva: '' },
})

export const valuesOf = (method: DeliveryMethod): Values => ({
  code: method.code,
  nom: method.nom,
  description: method.description ?? '',
  type: method.type,
  actif: method.actif,
  zones: method.zones,
  tarifs: method.tarifs.map(({ aPartirDeCents, jusquAGrammes, prixCents }) => ({
    ...{ from: aPartirDeCents / 100, upTo: jusquAGrammes ?? '', price: prixCents / 100 },
  })),
  offertDes: method.offertDesCents === null ? '' : method.offertDesCents / 100,
  min: method.delaiJours?.min ?? '',
  max: method.delaiJours?.max ?? '',
  suiviUrl: method.suiviUrl ?? '',
  tauxTva: method.tauxTva ?? '',
})

// The inputs have whole cents: rounding removes the error of binary fractions.
const cents = (euros: Amount) => Math.round(Number(euros) * 100)

export const bodyOf = (values: Values): NewMethod => ({
  code: values.code.trim(),
  nom: values.nom.trim(),
  description: values.description.trim() || null,
  type: values.type,
  actif: values.actif,
  zones: values.zones,
  tarifs: values.tarifs.map(({ from, upTo, price }) => ({
    ...{ aPartirDeCents: cents(from), jusquAGrammes: upTo === '' ? null : upTo, prixCents: cents(price) },
  })),
  offertDesCents: values.offertDes === '' ? null : cents(values.offertDes),
  delaiJours: values.min === '' || values.max === '' ? null : { min: values.min, max: values.max },
  suiviUrl: values.suiviUrl.trim() || null,
  tauxTva: values.tauxTva === '' ? null : values.tauxTva,
})

/** Returns only the fields that differ from the saved method, so that changes of other users are not overwritten. */
export function changesOf(values: Values, before: DeliveryMethod): Partial<NewMethod> {
  const saved = new Map(Object.entries(bodyOf(valuesOf(before))))
  return Object.fromEntries(
    Object.entries(bodyOf(values)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(saved.get(name)),
    ),
  )
}

/** Returns the beginnings of postcodes in texts, each once: postcodes are compared without case, spaces and hyphens. */
export const parsePrefixes = (typed: readonly string[]) => [
  ...new Set(
    typed
      .flatMap(text => text.toUpperCase().split(/[,;\n]/))
      .map(prefix => prefix.replaceAll(/[\s-]/g, ''))
      .filter(prefix => prefix !== ''),
  ),
]

/** Returns validation errors by the path of their field. The server validates the values again. */
export function validateMethod(values: Values, words: typeof formTexts.fr | typeof formTexts.en) {
  const { code, nom, min, max, suiviUrl, tauxTva } = values
  const errors: Record<string, string> = {}
  if (!/^[a-z0-9-]{2,40}$/.test(code.trim())) errors.code = words.badCode
  if (nom.trim() === '') errors.nom = words.needed
  values.zones.forEach(({ prefixes }, i) => {
    if (!prefixes.every(prefix => /^[A-Z0-9]{1,10}$/.test(prefix)))
      errors[`zones.${i}.prefixes`] = words.badPrefix
  })
  if (values.tarifs.length === 0) errors.tarifs = words.noRow
  values.tarifs.forEach(({ from, upTo, price }, i) => {
    const isSame = (row: Row) => cents(row.from) === cents(from) && row.upTo === upTo
    if (values.tarifs.findIndex(isSame) !== i) errors[`tarifs.${i}.from`] = words.sameRow
    if (price === '') errors[`tarifs.${i}.price`] = words.needed
  })
  if ((min === '') !== (max === '')) errors[min === '' ? 'min' : 'max'] = words.bothDays
  else if (min !== '' && max !== '' && max < min) errors.max = words.daysOrder
  if (suiviUrl.trim() !== '' && !/^https:\/\/\S*\{numero\}\S*$/.test(suiviUrl.trim()))
    errors.suiviUrl = words.badTracking
  if (tauxTva !== '' && (tauxTva < 0 || tauxTva > 100)) errors.tauxTva = words.percent
  return errors
}
