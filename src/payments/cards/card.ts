// The payment page sends the source of the functions up to `validateCardFields` to the browser, so they may reference
// only each other.

/** Returns the digits of a typed card number; undefined unless 12 to 19, not all zero, pass the Luhn check. */
export function parseCardNumber(typed: string): string | undefined {
  const digits = typed.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(digits)) return undefined
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const counted = i % 2 === 0 ? digit : digit * 2
    sum += counted > 9 ? counted - 9 : counted
  }
  return sum > 0 && sum % 10 === 0 ? digits : undefined
}

/** Returns the brand, as soon as the first digits determine it; `autre` until then and for other brands. */
export function cardBrand(digits: string): string {
  if (/^4/.test(digits)) return 'visa'
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return 'mastercard'
  if (/^3[47]/.test(digits)) return 'amex'
  return 'autre'
}

/** Returns the digits in groups, as printed on the card. */
export function groupDigits(digits: string): string {
  const groups = /^3[47]/.test(digits)
    ? /^(\d{1,4})(\d{1,6})?(\d+)?/
    : /(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?(\d+)?/
  const [, ...parts] = groups.exec(digits) ?? []
  return parts.filter(Boolean).join(' ')
}

/** Converts a typed `MM/YY` or `MM/YYYY` to `MM/YYYY`. Returns undefined for another form or an invalid month. */
export function parseExpiry(typed: string): string | undefined {
  const [, month, year = ''] = /^\s*(0[1-9]|1[0-2])\s*\/\s*(\d{2}|20\d{2})\s*$/.exec(typed) ?? []
  return month && `${month}/${year.length === 2 ? `20${year}` : year}`
}

/** Adds the slash to an expiry date typed without it, because many phone keypads have no slash. */
export function withSlash(typed: string): string {
  return typed.replace(/^\s*(\d\d)[ .-]?(\d\d|20\d\d)\s*$/, '$1/$2')
}

/** Whether a card with expiry `MM/YYYY` has expired in the month `YYYY-MM`: it is valid to the end of its month. */
export function isExpired(expiry: string, month: string): boolean {
  return `${expiry.slice(3)}-${expiry.slice(0, 2)}` < month
}

export type CardFields = Record<'cardNumber' | 'expirationDate' | 'cvc' | 'cardHolderName', string>
type Texts = Record<
  'numberLacking' | 'numberWrong' | 'expiryWrong' | 'expired' | 'cvcWrong' | 'holderLacking',
  string
>

/** Returns an error text for each invalid field of a card as typed. `month` is the current month, `YYYY-MM`. */
export function validateCardFields(typed: CardFields, month: string, texts: Texts): Partial<CardFields> {
  const { cardNumber, expirationDate, cvc, cardHolderName } = typed
  const errors: Partial<CardFields> = {}
  if (!parseCardNumber(cardNumber))
    errors.cardNumber = cardNumber.trim() ? texts.numberWrong : texts.numberLacking
  const expiry = parseExpiry(withSlash(expirationDate))
  if (!expiry) errors.expirationDate = texts.expiryWrong
  else if (isExpired(expiry, month)) errors.expirationDate = texts.expired
  const cvcDigits = cardBrand(cardNumber.replaceAll(/\D/g, '')) === 'amex' ? 4 : 3
  if (!/^\d+$/.test(cvc) || cvc.length !== cvcDigits)
    errors.cvc = texts.cvcWrong.replace('#', String(cvcDigits))
  if (!cardHolderName.trim() || cardHolderName.length > 150) errors.cardHolderName = texts.holderLacking
  return errors
}

const RUN = /\d(?:[ .-]{0,2}\d){12,}/g
const HIDDEN = '••••'

/** The prefixes of card numbers in use, by number of digits. 13 digits are tested separately: they may be an EAN. */
const PREFIXES: [digits: number, begins: RegExp][] = [
  [14, /^3[068]/],
  [15, /^3[47]/],
  [16, /^(4|5|6|2[2-7]|35)/],
  [19, /^[46]/],
]

const isCard = (digits: string) => parseCardNumber(digits) !== undefined

/** A longer run of digits is masked without a search. */
const MAX_DIGITS = 1_000

function holdsCard(digits: string) {
  if (digits.length > MAX_DIGITS) return true
  if (digits.length === 13) return digits.startsWith('4') && isCard(digits) && !isEan(digits)
  return PREFIXES.some(([length, begins]) => {
    for (let at = 0; at + length <= digits.length; at++) {
      const part = digits.slice(at, at + length)
      if (begins.test(part) && isCard(part)) return true
    }
    return false
  })
}

/** Whether the last of 13 digits is a valid EAN check digit: every other digit has weight 3. */
function isEan(digits: string) {
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** Masks each run of digits, grouped or not, that contains a possible card number. */
export const maskCardNumbers = (text: string): string =>
  text.replace(RUN, run => (holdsCard(run.replaceAll(/\D/g, '')) ? HIDDEN : run))
