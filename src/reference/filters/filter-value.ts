import { momentOf } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { plain } from '../../platform/text.ts'

const MOST_VALUES = 500
const LONGEST_TEXT = 500
const NUMBER = /^-?\d+(\.\d+)?$/

/** The value of a filter, read as its field needs it; 400 that says which it is and what it must be. */
export class FilterValue {
  readonly #where: string
  readonly #value: unknown

  constructor(where: string, value: unknown) {
    this.#where = where
    this.#value = value
  }

  #mustBe(what: string): never {
    throw new Problem(400, 'requete-invalide', `${this.#where} must be ${what}`)
  }

  text(): string {
    if (typeof this.#value !== 'string' || this.#value.length > LONGEST_TEXT || this.#value.includes('\0'))
      this.#mustBe(`text of ${LONGEST_TEXT} characters at most`)
    return this.#value.toWellFormed()
  }

  /** A query string is text throughout, so a number may be written as text too. */
  number(): number {
    const value =
      typeof this.#value === 'string' && NUMBER.test(this.#value) ? Number(this.#value) : this.#value
    if (typeof value !== 'number' || Math.abs(value) > Number.MAX_SAFE_INTEGER) this.#mustBe('a number')
    return value
  }

  boolean(): boolean {
    const value = this.#value === 'true' ? true : this.#value === 'false' ? false : this.#value
    if (typeof value !== 'boolean') this.#mustBe('true or false')
    return value
  }

  choice(oneOf: readonly string[]): string {
    const text = plain(this.text())
    return oneOf.find(one => plain(one) === text) ?? this.#mustBe(`one of ${oneOf.join(', ')}`)
  }

  interval(kind: 'day' | 'moment'): Interval {
    return (
      intervalOf(kind, this.text()) ?? this.#mustBe('a day (2027-01-31) or a moment (2027-01-31T10:00:00Z)')
    )
  }

  many<T>(read: (one: FilterValue) => T): T[] {
    const values = this.#value
    if (!Array.isArray(values) || values.length === 0 || values.length > MOST_VALUES)
      this.#mustBe(`an array of 1 to ${MOST_VALUES} values`)
    return values.map((one, i) => read(new FilterValue(`${this.#where}, element ${i},`, one)))
  }
}

/** The interval of a date in a filter, half open: `from` belongs to it, `below` does not. */
type Interval = { from: string; below: string } | { from: Date; below: Date }

/** Sorts after any time of day that may follow a day. */
const AFTER_A_DAY = '~'

/**
 * The interval of a day or a moment; undefined when the text is neither. A day of a moment field is the day in Paris. A
 * field of days keeps what was written, a day or a moment of it, and is compared as text.
 */
function intervalOf(kind: 'day' | 'moment', text: string): Interval | undefined {
  const [first, last] = [momentOf(text), momentOf(text, true)]
  if (!first || !last) return undefined
  if (kind === 'moment') return { from: first, below: new Date(last.getTime() + 1) }
  const day = text.slice(0, 10)
  return { from: day, below: day + AFTER_A_DAY }
}
