import type { Random } from '../seeded-random.ts'

/** Creates a number of 16 digits that passes the Luhn check. It starts with 5, and the test cards with 4. */
export function createCardNumber(random: Random): string {
  const digits = `5${Array.from({ length: 14 }, () => random.below(10)).join('')}`
  const sum = [...digits].reduceRight((total, digit, i) => {
    const counted = Number(digit) * ((digits.length - i) % 2 === 1 ? 2 : 1)
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
