import { Problem } from './problem.ts'

/** Excludes leap seconds, which neither Date nor PostgreSQL can represent. */
const ISO =
  /^(?!0000)\d{4}-\d\d-\d\d(?<time>[T ]\d\d:\d\d(:[0-5]\d([.,]\d{1,9})?)?(?<zone>Z|[+-]\d\d(:?\d\d)?)?)?$/i

const ZONE = 'Europe/Paris'
/** The earliest time whose ISO notation both Date and PostgreSQL accept. */
const YEAR_ONE = Date.parse('0001-01-01T00:00:00Z')

function read(text: string, end: boolean): number | undefined {
  const form = ISO.exec(text)?.groups
  if (!form) return undefined
  try {
    if (form.zone) return Temporal.Instant.from(text).epochMilliseconds
    if (form.time) return Temporal.PlainDateTime.from(text).toZonedDateTime(ZONE).epochMilliseconds
    const day = Temporal.PlainDate.from(text)
    const start = (end ? day.add({ days: 1 }) : day).toZonedDateTime(ZONE).epochMilliseconds
    return end ? start - 1 : start
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/**
 * Parses an ISO 8601 text, with the same rules on every route and in every message. Returns undefined if it is invalid. A
 * text without a zone is in Paris time. A date alone is its first instant, or its last millisecond if it ends a period
 * (`end`).
 */
export function momentOf(text: string, end = false): Date | undefined {
  const at = read(text, end)
  return at === undefined || at < YEAR_ONE ? undefined : new Date(at)
}

/** Like momentOf for a field: throws a 400 that names the field if the text is invalid. */
export function parseMoment(text: string, field: string, end = false): Date {
  const found = momentOf(text, end)
  if (!found) throw new Problem(400, 'requete-invalide', `${field} must be an ISO 8601 date`)
  return found
}

/** A half-open period: `from` is included, `until` is excluded; undefined is no bound. */
export type Period = { from: Date | undefined; until: Date | undefined }

/**
 * Converts the bounds of a list, both inclusive, to a half-open period, whose end is a millisecond later because stored
 * times have millisecond precision. Throws a 400 for an invalid bound.
 */
export const parsePeriod = ({ dateFrom, dateTo }: { dateFrom?: string; dateTo?: string }): Period => ({
  from: dateFrom === undefined ? undefined : parseMoment(dateFrom, 'dateFrom'),
  until: dateTo === undefined ? undefined : new Date(parseMoment(dateTo, 'dateTo', true).getTime() + 1),
})

/** Returns the day that is `days` after `jour`, both as `YYYY-MM-DD`. */
export const addDays = (jour: string, days: number) => Temporal.PlainDate.from(jour).add({ days }).toString()

/** Returns the bounds of a day in Europe/Paris: `from` is included, `until` is the start of the next day. */
export function boundsOf(jour: string) {
  const day = Temporal.PlainDate.from(jour)
  const start = (each: Temporal.PlainDate) => new Date(each.toZonedDateTime(ZONE).epochMilliseconds)
  return { from: start(day), until: start(day.add({ days: 1 })) }
}
