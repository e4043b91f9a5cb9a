/** Chances that a seed decides, so that a storm can be had again. */
export type Dice = {
  /** From 0 up to, not including, 1. */
  roll(): number
  under(limit: number): number
  of<T>(list: readonly T[]): T
}

/** mulberry32: small, and good enough for choices. */
export function diceOf(seed: number): Dice {
  let state = seed >>> 0
  const roll = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const under = (limit: number) => Math.floor(roll() * limit)
  return { roll, under, of: list => list[under(list.length)]! }
}

/** A number of 16 digits that passes the Luhn check and no test card is. */
export function cardNumber(dice: Dice): string {
  const digits = `5${Array.from({ length: 14 }, () => dice.under(10)).join('')}`
  const sum = [...digits].reduceRight((total, digit, i) => {
    const counted = Number(digit) * ((digits.length - i) % 2 === 1 ? 2 : 1)
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}
