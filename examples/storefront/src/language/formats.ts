import { type Language, language } from './language.ts'

/** Times are in the stores' time zone, regardless of the browser's. */
const timeZone = 'Europe/Paris'

const formatsOf = (locale: string) => {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
  const count = new Intl.NumberFormat(locale)
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long' })
  const moment = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'short' })
  return {
    /** Formats an amount in cents. */
    euros: (cents: number) => money.format(cents / 100),
    count: (value: number) => count.format(value),
    day: (value: string) => day.format(new Date(value)),
    moment: (value: string) => moment.format(new Date(value)),
  }
}

export type Formats = ReturnType<typeof formatsOf>
const FORMATS: Record<Language, Formats> = { fr: formatsOf('fr-FR'), en: formatsOf('en-GB') }

export const useFormats = () => FORMATS[language.value]
