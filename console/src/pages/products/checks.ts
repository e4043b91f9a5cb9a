import type { formTexts } from './form-texts.ts'
import type { Values } from './values.ts'

const ADDRESS = /^(https?:\/\/|\/)\S+$/

/** Whether the check digit of an EAN-8 or EAN-13 is valid; other codes have none and pass. */
export function hasValidCheckDigit(ean: string): boolean {
  const digits = ean.trim()
  if (!/^(\d{8}|\d{13})$/.test(digits)) return true
  const sum = [...digits].reverse().reduce((total, digit, i) => total + Number(digit) * (i % 2 ? 3 : 1), 0)
  return sum % 10 === 0
}

export const createValidators = (
  words: Pick<typeof formTexts.fr, 'needed' | 'priceMissing' | 'positive' | 'percent' | 'badUrl'>,
) => ({
  nom: (value: string) => (value.trim() === '' ? words.needed : null),
  ean: (value: string) => (value.trim() === '' ? words.needed : null),
  categories: (value: string) => (value.trim() === '' ? words.needed : null),
  prix: (value: Values['prix']) => (value === '' ? words.priceMissing : value < 0 ? words.positive : null),
  tva: (value: Values['tva']) => (value === '' || value < 0 || value > 100 ? words.percent : null),
  garantie: (value: Values['garantie']) => (value !== '' && value < 0 ? words.positive : null),
  documentation: (value: string) => (value.trim() === '' || ADDRESS.test(value.trim()) ? null : words.badUrl),
  photos: (urls: string[]) =>
    urls.every(url => url.trim() === '' || ADDRESS.test(url.trim())) ? null : words.badUrl,
})
