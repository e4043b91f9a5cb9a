import { type Language, language } from './language.ts'

/** Times are in the stores' time zone, regardless of the browser's. */
const timeZone = 'Europe/Paris'

const formatsOf = (locale: string) => {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
  const count = new Intl.NumberFormat(locale)
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long' })
  const local = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' })
  const ofWeek = { timeZone: 'UTC', weekday: 'long', day: 'numeric' } as const
  const weekday = new Intl.DateTimeFormat(locale, { ...ofWeek, month: 'long' })
  const weekdayAlone = new Intl.DateTimeFormat(locale, ofWeek)
  const moment = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'short' })
  return {
    /** Formats an amount in cents. */
    euros: (cents: number) => money.format(cents / 100),
    count: (value: number) => count.format(value),
    day: (value: string) => day.format(new Date(value)),
    /** The day of a time as `YYYY-MM-DD`. */
    localDay: (value: Date) => local.format(value),
    /** Formats `YYYY-MM-DD`, such as `mardi 3 mars`, or `mardi 3` without the month. */
    weekday: (day: string, withMonth = true) => {
      const text = (withMonth ? weekday : weekdayAlone).format(new Date(day))
      // French writes the first day of a month as an ordinal, which the browser does not.
      return locale === 'fr-FR' ? text.replace(/ 1(?= |$)/, ' 1er') : text
    },
    moment: (value: string) => moment.format(new Date(value)),
  }
}

export type Formats = ReturnType<typeof formatsOf>
const FORMATS: Record<Language, Formats> = { fr: formatsOf('fr-FR'), en: formatsOf('en-GB') }

/** The formats of documents that are in French in every language of the shop. */
export const FRENCH_FORMATS = FORMATS.fr

export const useFormats = () => FORMATS[language.value]
