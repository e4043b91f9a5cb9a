import type { Values } from '../store.ts'

/** Checks of the lines of a file that the routes for single records do not make. */
export type LineChecks = {
  /** Returns why a valid line is refused. */
  findError(values: Values): string | undefined
  /** Returns what is probably wrong with a line. */
  findWarnings(values: Values): string[]
}

/** Spreadsheets show long numbers as `3,76E+12`, without their last digits. */
const SCIENTIFIC = /^\d([.,]\d+)?e[+-]?\d{1,3}$/i
/** A path of this server is an http(s) address too; the sample shop has such pictures. */
const HTTP = /^(https?:\/\/[^/\s]|\/(?!\/))/i
const GTIN = /^(\d{8}|\d{12,14})$/
/** The highest standard rate in the European Union, of Hungary. */
const MAX_VAT = 27

const MAX_SHOWN = 200

/** Whether a text has the length and the check digit of a GTIN: from the right, digits weigh 1, 3, 1, 3 and so on. */
export function isGtin(text: string): boolean {
  if (!GTIN.test(text)) return false
  let sum = 0
  for (let at = text.length - 1, weight = 1; at >= 0; at--, weight = 4 - weight)
    sum += weight * (text.charCodeAt(at) - 48)
  return sum % 10 === 0
}

function findError({ ean, photosUrls }: Values) {
  if (SCIENTIFIC.test(String(ean)))
    return `ean ${ean} is in scientific notation; format the column as text and enter its digits`
  const photo = ((photosUrls ?? []) as string[]).find(url => !HTTP.test(url))
  return photo === undefined
    ? undefined
    : `photosUrls: ${JSON.stringify(photo.slice(0, MAX_SHOWN))} is not an http or https address`
}

function findWarnings({ ean, tauxTva }: Values) {
  const warnings: string[] = []
  if (!isGtin(String(ean)))
    warnings.push(`ean ${ean} does not have 8, 12, 13 or 14 digits with the right check digit`)
  if (typeof tauxTva === 'number' && tauxTva > MAX_VAT)
    warnings.push(`tauxTva is ${tauxTva}; no VAT rate in the European Union exceeds ${MAX_VAT}`)
  return warnings
}

export const productLineChecks: LineChecks = { findError, findWarnings }
