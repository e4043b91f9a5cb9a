/** What a date in a filter stands for, half open: `from` belongs to it, `below` does not. */
export type Interval = { from: string; below: string } | { from: Date; below: Date }

const DAY = /^\d{4}-\d\d-\d\d$/
/** Years that both Date and PostgreSQL can hold, written with four digits. */
const COMMON_YEAR = /^(?!0000)\d{4}-/
/** Sorts after any time of day that may follow a day. */
const AFTER_A_DAY = '~'

function read<T>(from: (text: string) => T, text: string): T | undefined {
  try {
    return from(text)
  } catch {
    return undefined
  }
}

const startOf = (day: Temporal.PlainDate) => new Date(day.toZonedDateTime('Europe/Paris').epochMilliseconds)

/**
 * The interval of a day or a moment; undefined when the text is neither. A day of a moment field is the day in Paris. A
 * field of days keeps what was written, a day or a moment of it, and is compared as text.
 */
export function intervalOf(kind: 'day' | 'moment', text: string): Interval | undefined {
  if (!COMMON_YEAR.test(text)) return undefined
  const day = DAY.test(text) ? read(Temporal.PlainDate.from, text) : undefined
  const moment = day ? undefined : read(Temporal.Instant.from, text)
  if (!day && !moment) return undefined
  if (kind === 'day') {
    const from = text.slice(0, 10)
    return DAY.test(from) ? { from, below: from + AFTER_A_DAY } : undefined
  }
  if (day) return { from: startOf(day), below: startOf(day.add({ days: 1 })) }
  if (!moment) return undefined
  const at = moment.epochMilliseconds
  return { from: new Date(at), below: new Date(at + 1) }
}
