import { momentOf } from '../../platform/moment.ts'

/** What a date in a filter stands for, half open: `from` belongs to it, `below` does not. */
export type Interval = { from: string; below: string } | { from: Date; below: Date }

/** Sorts after any time of day that may follow a day. */
const AFTER_A_DAY = '~'

/**
 * The interval of a day or a moment; undefined when the text is neither. A day of a moment field is the day in Paris. A
 * field of days keeps what was written, a day or a moment of it, and is compared as text.
 */
export function intervalOf(kind: 'day' | 'moment', text: string): Interval | undefined {
  const [first, last] = [momentOf(text), momentOf(text, true)]
  if (!first || !last) return undefined
  if (kind === 'moment') return { from: first, below: new Date(last.getTime() + 1) }
  const day = text.slice(0, 10)
  return { from: day, below: day + AFTER_A_DAY }
}
