import { Problem } from '../platform/http/problem.ts'

const ISO =
  /^(?!0000)\d{4}-\d\d-\d\d(?<time>[T ]\d\d:\d\d(:\d\d([.,]\d{1,9})?)?(?<zone>Z|[+-]\d\d(:?\d\d)?)?)?$/i

const ZONE = 'Europe/Paris'

/**
 * The moment that an ISO 8601 text names; undefined when it names none. Without a zone it is Paris time. A day alone is
 * its beginning, or its last millisecond where `end` says so.
 */
export function momentOf(text: string, end = false): Date | undefined {
  const form = ISO.exec(text)?.groups
  if (!form) return undefined
  try {
    if (form.zone) return new Date(Temporal.Instant.from(text).epochMilliseconds)
    if (form.time) return new Date(Temporal.PlainDateTime.from(text).toZonedDateTime(ZONE).epochMilliseconds)
    const day = Temporal.PlainDate.from(text)
    const start = (end ? day.add({ days: 1 }) : day).toZonedDateTime(ZONE).epochMilliseconds
    return new Date(end ? start - 1 : start)
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Like momentOf, of a field: 400 with its name when it holds no moment. */
export function namedMoment(text: string, field: string, end = false): Date {
  const found = momentOf(text, end)
  if (!found) throw new Problem(400, 'requete-invalide', `${field} must be an ISO 8601 date`)
  return found
}
