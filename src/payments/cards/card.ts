// Self-contained functions: the payment page runs the text of these very functions in the browser.

/** The digits of a card number as typed. Undefined unless they are 12 to 19 that pass the Luhn check. */
export function cardDigits(typed: string): string | undefined {
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

/** The brand, as soon as the first digits tell. */
export function cardBrand(digits: string): string {
  if (/^4/.test(digits)) return 'visa'
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return 'mastercard'
  if (/^3[47]/.test(digits)) return 'amex'
  return 'autre'
}

/** The digits in the groups that stand on the card. */
export function groupDigits(digits: string): string {
  const groups = /^3[47]/.test(digits)
    ? /^(\d{1,4})(\d{1,6})?(\d+)?/
    : /(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?(\d+)?/
  const [, ...parts] = groups.exec(digits) ?? []
  return parts.filter(Boolean).join(' ')
}

/** `MM/YY` or `MM/YYYY` as typed, as `MM/YYYY`. Undefined when it is no month. */
export function cardExpiry(typed: string): string | undefined {
  const [, month, year = ''] = /^\s*(0[1-9]|1[0-2])\s*\/\s*(\d{2}|20\d{2})\s*$/.exec(typed) ?? []
  return month && `${month}/${year.length === 2 ? `20${year}` : year}`
}

/** An expiry as typed where the keys have no slash, as on many a telephone, with one. */
export function withSlash(typed: string): string {
  return typed.replace(/^\s*(\d\d)[ .-]?(\d\d|20\d\d)\s*$/, '$1/$2')
}

/** Whether a card that expires in `MM/YYYY` is past use in the month `YYYY-MM`: it is good to the end of its month. */
export function isExpired(expiry: string, month: string): boolean {
  return `${expiry.slice(3)}-${expiry.slice(0, 2)}` < month
}
