import { momentOf } from '../../platform/moment.ts'
import { Problem } from '../../platform/problem.ts'
import { plain } from '../../platform/text.ts'

const MAX_VALUES = 500
const MAX_TEXT_LENGTH = 500
const NUMBER = /^-?\d+(\.\d+)?$/

/** The value of a filter. Each method parses it and throws a 400 that names the filter and the accepted values. */
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
    if (typeof this.#value !== 'string' || this.#value.length > MAX_TEXT_LENGTH || this.#value.includes('\0'))
      this.#mustBe(`text of at most ${MAX_TEXT_LENGTH} characters`)
    return this.#value.toWellFormed()
  }

  /** Accepts numeric text as well as a number. */
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
      intervalOf(kind, this.text()) ??
      this.#mustBe('a date (2027-01-31) or a date with time (2027-01-31T10:00:00Z)')
    )
  }

  many<T>(read: (one: FilterValue) => T): T[] {
    const values = this.#value
    if (!Array.isArray(values) || values.length === 0 || values.length > MAX_VALUES)
      this.#mustBe(`an array of 1 to ${MAX_VALUES} values`)
    return values.map((one, i) => read(new FilterValue(`${this.#where}, element ${i},`, one)))
  }
}

/** The half-open interval of a date in a filter: `from` is inside, `below` is not. */
type Interval = { from: string; below: string } | { from: Date; below: Date }

/** Sorts after any time that may follow a day. */
const AFTER_A_DAY = '~'

/**
 * Returns the interval of a day or a time; undefined for other text. In a field of times, a day is that day in Paris. A
 * field of days stores days and times as text and is compared as text; there a time in a filter stands for its whole
 * day.
 */
function intervalOf(kind: 'day' | 'moment', text: string): Interval | undefined {
  const [first, last] = [momentOf(text), momentOf(text, true)]
  if (!first || !last) return undefined
  if (kind === 'moment') return { from: first, below: new Date(last.getTime() + 1) }
  const day = text.slice(0, 10)
  return { from: day, below: day + AFTER_A_DAY }
}
