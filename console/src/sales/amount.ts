/** An amount as people type it (“12”, “12,5”, “1 234,50 €”) in cents; undefined where it is none. */
export function centsTyped(text: string): number | undefined {
  const plain = text.replaceAll(/[\s€]/g, '').replace(',', '.')
  const [, euros = '', decimals = ''] = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(plain) ?? []
  return euros === '' ? undefined : Number(euros) * 100 + Number(decimals.padEnd(2, '0'))
}

/** The same the other way, as it stands in a field. */
export const typedAs = (cents: number, separator: ',' | '.') =>
  (cents / 100).toFixed(2).replace('.', separator)
