/** A value of a cell. A list is written as its items, separated by `|`. */
export type Value = string | number | boolean | null | undefined | readonly (string | number)[]

export const BYTE_ORDER_MARK = '\uFEFF'

const NUMBER = /^[+-]?\d+([.,]\d+)?$/
/** Spreadsheets compute a cell that begins with one of these. */
const FORMULA = /^[=+\-@\t\r]/

const textOf = (value: Value): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value).replace('.', ',')
  if (typeof value === 'boolean') return value ? 'oui' : 'non'
  if (typeof value === 'string') return value
  return value.some(item => /[;|]/.test(String(item))) ? JSON.stringify(value) : value.join('|')
}

/** Writes one cell. A text that a spreadsheet would compute begins with an apostrophe, which an import removes. */
function writeCell(value: Value) {
  const text = textOf(value)
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Writes a line of a CSV file as French spreadsheets read it. */
export const writeLine = (cells: readonly Value[]) => `${cells.map(writeCell).join(';')}\r\n`

/** Writes cents as euros with a decimal comma, without rounding. */
export function writeEuros(cents: number | null | undefined) {
  if (cents === null || cents === undefined) return ''
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`
}

const part = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'Europe/Paris' } as const
const dayFormat = new Intl.DateTimeFormat('fr-FR', part)
const momentFormat = new Intl.DateTimeFormat('fr-FR', { ...part, hour: '2-digit', minute: '2-digit' })

/** Writes the day of a moment in Paris, such as 05/11/2026. */
export const writeDay = (moment: string | null | undefined) =>
  moment ? dayFormat.format(new Date(moment)) : ''

/** Writes a moment in Paris, such as 05/11/2026 14:30. */
export const writeMoment = (moment: string | null | undefined) =>
  moment ? momentFormat.format(new Date(moment)).replace(',', '') : ''
