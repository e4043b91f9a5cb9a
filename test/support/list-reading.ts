export type Row = { id: number } & Record<string, unknown>
export type Filter = { field: string; operator: string; value?: unknown }

const bare = (text: string) =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('œ', 'oe').replaceAll('ß', 'ss')

const isDate = (field: string) => field.startsWith('date') || field.endsWith('At')

/** The first and last value that a filter value covers: a moment, or a day, in Paris time for timestamp fields. */
function extentOf(field: string, value: string): [string, string] {
  if (field.startsWith('date')) return [value.slice(0, 10), `${value.slice(0, 10)}T99`]
  if (value.length > 10) return [new Date(value).toISOString(), new Date(value).toISOString()]
  const midnight = (days: number) =>
    Temporal.PlainDate.from(value).add({ days }).toZonedDateTime('Europe/Paris').epochMilliseconds
  return [new Date(midnight(0)).toISOString(), new Date(midnight(1) - 1).toISOString()]
}

const compare = (a: never, b: never) => (a < b ? -1 : a > b ? 1 : 0)

/** Returns -1, 0 or 1: before, within or after what the filter value covers. */
function place(field: string, one: unknown, value: unknown) {
  if (!isDate(field)) return compare(one as never, Number(value) as never)
  const [first, last] = extentOf(field, value as string)
  return (one as string) < first ? -1 : (one as string) > last ? 1 : 0
}

function fits(field: string, one: unknown, operator: string, value: unknown): boolean {
  if (operator === 'isAnyOf')
    return (value as unknown[]).some(each => fits(field, one, typeof one === 'string' ? 'equals' : '=', each))
  if (typeof one === 'string' && !isDate(field)) {
    const [text, part] = [bare(one), bare(value as string)]
    if (operator === 'contains') return text.includes(part)
    if (operator === 'startsWith') return text.startsWith(part)
    if (operator === 'endsWith') return text.endsWith(part)
    return text === part
  }
  if (typeof one === 'boolean') return one === value
  const at = place(field, one, value)
  if (operator === '>') return at > 0
  if (operator === '>=') return at >= 0
  if (operator === '<') return at < 0
  if (operator === '<=') return at <= 0
  return at === 0
}

/** Applies a filter to a record in memory, independently of the platform's SQL, to check the responses of lists. */
export function matchesFilter(row: Row, { field, operator, value }: Filter): boolean {
  const stored = row[field]
  const empty = stored === null || stored === '' || (Array.isArray(stored) && stored.length === 0)
  if (operator === 'isEmpty') return empty
  if (operator === 'isNotEmpty') return !empty
  if (operator === '!=') return stored === null || !fits(field, stored, '=', value)
  if (stored === null) return false
  return (Array.isArray(stored) ? stored : [stored]).some(one => fits(field, one, operator, value))
}

const inCodePoints = (a: unknown, b: unknown) =>
  typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(bare(a)), Buffer.from(bare(b)))
    : compare(a as never, b as never)

/**
 * Sorts records in memory: text ignores case and accents, missing values come last, and ties are sorted by id, which
 * descends if all sort keys do.
 */
export function sortRows(rows: readonly Row[], sort: readonly { field: string; descending: boolean }[]) {
  const order = (a: Row, b: Row) => {
    for (const { field, descending } of sort) {
      const [x, y] = [a[field], b[field]]
      if (x === null || y === null) {
        if (x !== y) return x === null ? 1 : -1
        continue
      }
      const difference = inCodePoints(x, y)
      if (difference !== 0) return descending ? -difference : difference
    }
    return sort.every(({ descending }) => descending) ? b.id - a.id : a.id - b.id
  }
  return [...rows].sort(order)
}
