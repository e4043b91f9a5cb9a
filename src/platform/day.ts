const ZONE = 'Europe/Paris'

/** A day as it is written, `days` later. */
export const later = (jour: string, days: number) => Temporal.PlainDate.from(jour).add({ days }).toString()

/** The moments between which a day lies in Paris; the second one belongs to the next. */
export function boundsOf(jour: string) {
  const day = Temporal.PlainDate.from(jour)
  const start = (each: Temporal.PlainDate) => new Date(each.toZonedDateTime(ZONE).epochMilliseconds)
  return { from: start(day), until: start(day.add({ days: 1 })) }
}
