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
