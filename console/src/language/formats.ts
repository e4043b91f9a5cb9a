import { type Language, useLanguage } from './language.tsx'

type Moment = string | Date
/** Times are shown in the shop's time zone, regardless of the browser's. */
const timeZone = 'Europe/Paris'
const euro = { style: 'currency', currency: 'EUR' } as const

/** Creates the value on first use: an `Intl` format takes 20 ms to create on an old phone. */
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
    /** Formats an amount in cents. */
    euros: (cents: number) => money(cents / 100),
    /** Formats an amount in cents as whole euros, for the axis of a plot. */
    wholeEuros: (cents: number) => whole(cents / 100),
    count: number({}),
    /** Formats a fraction of 1. */
    percent: number({ style: 'percent', maximumFractionDigits: 1 }),
    moment: date({ dateStyle: 'medium', timeStyle: 'short' }),
    day: date({ dateStyle: 'medium' }),
    time: date({ timeStyle: 'short' }),
  }
}

export type Formats = ReturnType<typeof formatsOf>
const FORMATS: Record<Language, Formats> = { fr: formatsOf('fr-FR'), en: formatsOf('en-GB') }

export const useFormats = () => FORMATS[useLanguage().language]
