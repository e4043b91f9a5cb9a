const DAY_MS = 86_400_000

/** Easter Sunday of a year, by the anonymous Gregorian algorithm, in milliseconds since the epoch. */
function easterOf(year: number) {
  const century = Math.floor(year / 100)
  const golden = year % 19
  const epact =
    (century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25) + 19 * golden + 15) % 30
  const moon =
    epact - Math.floor(epact / 28) * (1 - Math.floor(29 / (epact + 1)) * Math.floor((21 - golden) / 11))
  const weekday = (year + Math.floor(year / 4) + moon + 2 - century + Math.floor(century / 4)) % 7
  return Date.UTC(year, 2, 28 + moon - weekday)
}

/** The public holidays of France with a fixed date, as month and day. */
const FIXED = new Set(['01-01', '05-01', '05-08', '07-14', '08-15', '11-01', '11-11', '12-25'])
/** Easter Monday, Ascension and Whit Monday, in days after Easter. */
const AFTER_EASTER = [1, 39, 50]

function isWorkingDay(ms: number) {
  const day = new Date(ms)
  if (day.getUTCDay() % 6 === 0 || FIXED.has(day.toISOString().slice(5, 10))) return false
  return !AFTER_EASTER.includes(Math.round((ms - easterOf(day.getUTCFullYear())) / DAY_MS))
}

/**
 * Returns the day that is `count` working days after a day, both as `YYYY-MM-DD`: Monday to Friday without the public
 * holidays of France. Zero working days after a day off is the next working day.
 */
export function addWorkingDays(day: string, count: number): string {
  let ms = Date.parse(day)
  for (let left = count; left > 0 || !isWorkingDay(ms); ) {
    ms += DAY_MS
    if (left > 0 && isWorkingDay(ms)) left--
  }
  return new Date(ms).toISOString().slice(0, 10)
}
