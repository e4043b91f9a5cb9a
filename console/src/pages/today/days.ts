import type { Selection } from './figures.ts'

const DAY_MS = 86_400_000

/** The date `days` days after `day`, both as `YYYY-MM-DD`. */
export const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Noon UTC, which is on the same day in Paris. */
export const noonOf = (day: string) => `${day}T12:00:00Z`

const wall = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'short' },
})

/** The day and hour in Paris of a timestamp. */
export function parisTimeOf(moment: string) {
  const [day = '', time = ''] = wall.format(new Date(moment)).split(' ')
  return { day, hour: Number(time.slice(0, 2)) }
}

const DAY = /^\d{4}-\d\d-\d\d$/
export const PERIODS = ['jour', 'hier', 'semaine', '7', '30', 'mois', 'dates'] as const
export type PeriodName = (typeof PERIODS)[number]
type Period = Pick<Selection, 'du' | 'au' | 'jour' | 'isDay'> & { name: PeriodName }

/** The first and last day of a named period; undefined is today. An invalid name or date is today. */
export function periodOf(
  name: string,
  today: string,
  given: { jour: string; du: string; au: string },
): Period {
  const valid = (day: string) => (DAY.test(day) && day <= today ? day : today)
  const day = (jour: string | undefined) => ({ name: 'jour' as const, du: jour, au: jour, jour, isDay: true })
  const until = (du: string, au = today) => ({ du, au, jour: undefined, isDay: false })
  if (name === 'hier') return { ...day(addDays(today, -1)), name }
  if (name === 'semaine') {
    const sunday = addDays(today, -(new Date(today).getUTCDay() || 7))
    return { ...until(addDays(sunday, -6), sunday), name }
  }
  if (name === '7' || name === '30') return { ...until(addDays(today, 1 - Number(name))), name }
  if (name === 'mois') return { ...until(`${today.slice(0, 8)}01`), name }
  if (name === 'dates') {
    const [du = today, au = today] = [valid(given.du), valid(given.au)].sort()
    return { ...until(du, au), name }
  }
  return day(DAY.test(given.jour) ? given.jour : undefined)
}
