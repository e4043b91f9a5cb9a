const DAY_MS = 86_400_000

/** A day as it is written, so many days later. */
export const laterDay = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Noon is on that day in Paris and in UTC alike. */
export const noonOf = (day: string) => `${day}T12:00:00Z`

const wall = new Intl.DateTimeFormat('sv-SE', {
  ...{ timeZone: 'Europe/Paris', dateStyle: 'short', timeStyle: 'short' },
})

/** The day and the hour that it is in Paris at a moment. */
export function parisOf(moment: string) {
  const [day = '', time = ''] = wall.format(new Date(moment)).split(' ')
  return { day, hour: Number(time.slice(0, 2)) }
}
