import { type Language, useLanguage } from './language.tsx'

type Moment = string | Date
/** A shop's hours are those of its country, wherever its staff look from. */
const timeZone = 'Europe/Paris'

const formatsOf = (locale: string) => {
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: 'EUR' })
  const whole = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'EUR',
    maximumFractionDigits: 0,
  })
  const count = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
  const moment = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' })
  const day = new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' })
  const time = new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' })
  return {
    /** An amount in cents. */
    euros: (cents: number) => money.format(cents / 100),
    /** The same without its cents, for what is summed up. */
    wholeEuros: (cents: number) => whole.format(cents / 100),
    count: (value: number) => count.format(value),
    /** A share of one. */
    percent: (share: number) => percent.format(share),
    moment: (value: Moment) => moment.format(new Date(value)),
    day: (value: Moment) => day.format(new Date(value)),
    time: (value: Moment) => time.format(new Date(value)),
  }
}

export type Formats = ReturnType<typeof formatsOf>
const FORMATS: Record<Language, Formats> = { fr: formatsOf('fr-FR'), en: formatsOf('en-GB') }

export const useFormats = () => FORMATS[useLanguage().language]
