import { LRUCache } from 'lru-cache'
import { Problem } from './problem.ts'

/** Ten digits before the point: far above any amount, far below where a double would lose a cent. */
const EUROS = /^(\d{1,10})(?:\.(\d{1,2}))?$/

/**
 * Decimal euros, as text or as a JSON number, in cents. A number is read through its shortest decimal text, so that 12.34
 * is exactly 1234 cents and 0.1 + 0.2 is refused. More than two decimals, zero or a negative amount is a 400.
 */
export function parseEuros(value: number | string, field: string): number {
  const [, euros = '', decimals = ''] = EUROS.exec(String(value)) ?? []
  const cents = Number(euros) * 100 + Number(decimals.padEnd(2, '0'))
  if (euros === '' || cents === 0)
    throw new Problem(
      400,
      'montant-invalide',
      `${field} must be an amount above zero with at most two decimals`,
    )
  return cents
}

/** Cents as the number of euros that the wire carries: the double nearest to it prints with its two decimals. */
export const eurosOf = (cents: number) => cents / 100

/** By currency, of which there are a few hundred, and language. Making one takes 45 µs, a tenth of what a page takes. */
const formatsOf = (locale: string) =>
  new LRUCache<string, Intl.NumberFormat>({
    max: 500,
    memoMethod: currency => new Intl.NumberFormat(locale, { style: 'currency', currency }),
  })
const french = formatsOf('fr-FR')
const english = formatsOf('en-GB')

/** Cents as a French reader sees them: 1 234,50 €. */
export const formatEuros = (cents: number, currency = 'EUR') => french.memo(currency).format(cents / 100)

/** The same as an English reader sees them: €1,234.50. */
export const formatEurosInEnglish = (cents: number, currency = 'EUR') =>
  english.memo(currency).format(cents / 100)
