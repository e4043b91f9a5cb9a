import { Problem } from './problem.ts'

/** Without leap seconds, which neither Date nor PostgreSQL has. */
const ISO =
  /^(?!0000)\d{4}-\d\d-\d\d(?<time>[T ]\d\d:\d\d(:[0-5]\d([.,]\d{1,9})?)?(?<zone>Z|[+-]\d\d(:?\d\d)?)?)?$/i

const ZONE = 'Europe/Paris'
/** The first moment that both Date and PostgreSQL hold. */
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
 * The moment that an ISO 8601 text names, on every route and in every message alike; undefined when it names none. Without
 * a zone it is Paris time. A date alone is its first instant, or its last millisecond where it ends a period (`end`).
 */
export function momentOf(text: string, end = false): Date | undefined {
  const at = read(text, end)
  return at === undefined || at < YEAR_ONE ? undefined : new Date(at)
}

/** Like momentOf, of a field: 400 with its name when it holds no moment. */
export function namedMoment(text: string, field: string, end = false): Date {
  const found = momentOf(text, end)
  if (!found) throw new Problem(400, 'requete-invalide', `${field} must be an ISO 8601 date`)
  return found
}

/** The same of a list: `from` belongs to it, `until` does not. */
export type Period = { from: Date | undefined; until: Date | undefined }

/** The period of a list's bounds, both of which belong to it. Moments are kept to the millisecond. */
export const periodOf = ({ dateFrom, dateTo }: { dateFrom?: string; dateTo?: string }): Period => ({
  from: dateFrom === undefined ? undefined : namedMoment(dateFrom, 'dateFrom'),
  until: dateTo === undefined ? undefined : new Date(namedMoment(dateTo, 'dateTo', true).getTime() + 1),
})

/** A day as it is written, `days` later. */
export const later = (jour: string, days: number) => Temporal.PlainDate.from(jour).add({ days }).toString()

/** The moments between which a day lies in Paris; the second one belongs to the next. */
export function boundsOf(jour: string) {
  const day = Temporal.PlainDate.from(jour)
  const start = (each: Temporal.PlainDate) => new Date(each.toZonedDateTime(ZONE).epochMilliseconds)
  return { from: start(day), until: start(day.add({ days: 1 })) }
}
