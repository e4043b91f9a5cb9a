import { type Language, useLanguage } from './language.tsx'

type Moment = string | Date
/** A shop's hours are those of its country, wherever its staff look from. */
const timeZone = 'Europe/Paris'
const euro = { style: 'currency', currency: 'EUR' } as const

/** Made when it is first needed: an old telephone takes 20 ms to make one. */
function later<Made>(make: () => Made): () => Made {
  let made: Made | undefined
  return () => (made ??= make())
}

const formatsOf = (locale: string) => {
  const number = (options: Intl.NumberFormatOptions) => {
    const format = later(() => new Intl.NumberFormat(locale, options))
    return (value: number) => format().format(value)
  }
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = later(() => new Intl.DateTimeFormat(locale, { timeZone, ...options }))
    return (value: Moment) => format().format(new Date(value))
  }
  const money = number(euro)
  const whole = number({ ...euro, maximumFractionDigits: 0 })
  return {
    /** An amount in cents. */
    euros: (cents: number) => money(cents / 100),
    /** The same without its cents, for what is summed up. */
    wholeEuros: (cents: number) => whole(cents / 100),
    count: number({}),
    /** A share of one. */
    percent: number({ style: 'percent', maximumFractionDigits: 1 }),
    moment: date({ dateStyle: 'medium', timeStyle: 'short' }),
    day: date({ dateStyle: 'medium' }),
    time: date({ timeStyle: 'short' }),
  }
}

export type Formats = ReturnType<typeof formatsOf>
const FORMATS: Record<Language, Formats> = { fr: formatsOf('fr-FR'), en: formatsOf('en-GB') }

export const useFormats = () => FORMATS[useLanguage().language]
