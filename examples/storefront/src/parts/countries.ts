import { language } from '../language/language.ts'

/** The countries that addresses may have: ISO 3166-1 alpha-2 codes. The platform decides to which of them it delivers. */
const COUNTRIES =
  'AD AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MC MT NL NO PL PT RO SE SI SK SM'.split(
    ' ',
  )

/** The name of a country in the shopper's language. */
export const countryName = (code: string) =>
  new Intl.DisplayNames(language.value, { type: 'region' }).of(code) ?? code

export const listCountries = () =>
  COUNTRIES.map(value => ({ value, label: countryName(value) })).sort((a, b) =>
    a.label.localeCompare(b.label, language.value),
  )
