const local = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Paris',
  ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
})

/** A date and time as an input's value, in Paris time: `2026-11-22T16:05`. The server reads it in the same zone. */
export const localTimeOf = (moment: string | Date) => local.format(new Date(moment)).replace(' ', 'T')

/** The month of a date: `2026-11`. */
export const monthOf = (moment: string | Date) => localTimeOf(moment).slice(0, 7)

export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

export const daysIn = (month: string) => {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number, 0)).getUTCDate()
}

/** Position of a period in a month, in days from its beginning; undefined if they do not overlap. */
export function spanIn(month: string, begin: string, end: string) {
  const days = daysIn(month)
  const dayOf = (moment: string) => {
    const at = localTimeOf(moment)
    if (at.slice(0, 7) < month) return 0
    if (at.slice(0, 7) > month) return days
    const [hours = 0, minutes = 0] = at.slice(11).split(':').map(Number)
    return Number(at.slice(8, 10)) - 1 + (hours + minutes / 60) / 24
  }
  if (localTimeOf(begin).slice(0, 7) > month || localTimeOf(end).slice(0, 7) < month) return undefined
  return { from: dayOf(begin), to: dayOf(end), days }
}
