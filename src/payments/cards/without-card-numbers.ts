import { cardDigits } from './card.ts'

const RUN = /\d(?:[ .-]{0,2}\d){12,}/g
const HIDDEN = '••••'

/** How a number of so many digits begins, on cards that are in use. One of 13 may as well be that of a product. */
const BEGINNINGS: [digits: number, begins: RegExp][] = [
  [14, /^3[068]/],
  [15, /^3[47]/],
  [16, /^(4|5|6|2[2-7]|35)/],
  [19, /^[46]/],
]

const isCard = (digits: string) => cardDigits(digits) !== undefined

/** Longer than anything that means something. */
const ENDLESS = 1_000

function holdsCard(digits: string) {
  if (digits.length > ENDLESS) return true
  if (digits.length === 13) return digits.startsWith('4') && isCard(digits) && !isEan(digits)
  return BEGINNINGS.some(([length, begins]) => {
    for (let at = 0; at + length <= digits.length; at++) {
      const part = digits.slice(at, at + length)
      if (begins.test(part) && isCard(part)) return true
    }
    return false
  })
}

/** Whether the last of 13 digits is the check digit of an EAN: every other digit counts three times. */
function isEan(digits: string) {
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}

/** The text with nothing of what may be the number of a card, its digits in a row or in groups, among other digits too. */
export const withoutCardNumbers = (text: string): string =>
  text.replace(RUN, run => (holdsCard(run.replaceAll(/\D/g, '')) ? HIDDEN : run))
