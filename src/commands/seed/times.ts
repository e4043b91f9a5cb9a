const DAY_MS = 86_400_000

const parseTime = (text: string) => {
  const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
  return Math.round(((hours * 60 + minutes) * 60 + seconds) * 1_000)
}

/**
 * Returns a function that computes the moment of a time such as `-12 14:03:22.123` in Paris, or the date of a day such as
 * `-12`, relative to the last day of a recording that ended at `end`. The last day becomes that of `now`. If that day has not lasted as long yet, its
 * times are moved closer together, so that none is later than `now`; what the recording expected later, such as an
 * expiry, keeps its distance from the end.
 */
export function createTimeShift(now: Date, end: string): (time: string) => Date | string {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO('Europe/Paris')
    .toPlainDate()
  const midnights = new Map<number, number>()
  /** Midnight of a day by the offset of its noon, which is that of business hours on the days of a clock change. */
  const midnightOf = (days: number) => {
    const known = midnights.get(days)
    if (known !== undefined) return known
    const noon = today.add({ days }).toZonedDateTime({ timeZone: 'Europe/Paris', plainTime: '12:00' })
    midnights.set(days, noon.epochMilliseconds - DAY_MS / 2)
    return noon.epochMilliseconds - DAY_MS / 2
  }
  const ended = parseTime(end)
  const passed = now.getTime() - midnightOf(0)
  const pace = Math.min(1, passed / ended)
  return text => {
    const [days = '', clock] = text.split(' ')
    const day = Number(days)
    if (clock === undefined) return today.add({ days: day }).toString()
    const time = parseTime(clock)
    if (day < 0) return new Date(midnightOf(day) + time)
    if (day === 0 && time <= ended) return new Date(midnightOf(0) + Math.floor(time * pace))
    return new Date(now.getTime() + day * DAY_MS + time - ended)
  }
}
