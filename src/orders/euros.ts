/** Decimal euros as cents, exactly. Undefined unless it is an amount above zero with at most two decimals. */
export function centsOf(euros: string): number | undefined {
  const [, whole, decimals = ''] = /^(\d{1,13})(?:\.(\d{1,2}))?$/.exec(euros) ?? []
  if (whole === undefined) return undefined
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0')) || undefined
}
