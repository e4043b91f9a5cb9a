/** Parses a typed amount (“12”, “12,5”, “1 234,50 €”) into cents; undefined if it is invalid. */
export function parseCents(text: string): number | undefined {
  const plain = text.replaceAll(/[\s€]/g, '').replace(',', '.')
  const [, euros = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain) ?? []
  return euros === '' ? undefined : Number(euros) * 100 + Number(decimals.padEnd(2, '0'))
}

/** Formats cents as an input's value. */
export const formatCents = (cents: number, separator: ',' | '.') =>
  (cents / 100).toFixed(2).replace('.', separator)
