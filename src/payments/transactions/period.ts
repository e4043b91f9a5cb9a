const startOf = (day: string, daysLater: number) =>
  new Date(
    Temporal.PlainDate.from(day).add({ days: daysLater }).toZonedDateTime('Europe/Paris').epochMilliseconds,
  )

const isDay = (value: string) => value.length === 10

/** The half-open range of two bounds, either of which may be a day of Europe/Paris, counted whole, or a moment, included. */
export const periodOf = ({ dateFrom, dateTo }: { dateFrom?: string; dateTo?: string }) => ({
  from: dateFrom === undefined ? undefined : isDay(dateFrom) ? startOf(dateFrom, 0) : new Date(dateFrom),
  until:
    dateTo === undefined
      ? undefined
      : isDay(dateTo)
        ? startOf(dateTo, 1)
        : new Date(new Date(dateTo).getTime() + 1),
})
