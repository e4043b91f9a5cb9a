const SHOWN = 12

type Month = { mois: string; totalAmount: number }

const monthOf = (moment: Date) => moment.toISOString().slice(0, 7)

/**
 * The twelve months up to the current one, including months without purchases, or up to 24 months if the first purchase is
 * earlier. The shop's clock may be ahead of the browser's: the range then ends with the last purchase.
 */
export function monthsUntil(now: Date, data: readonly Month[]) {
  const amounts = new Map(data.map(({ mois, totalAmount }) => [mois, totalAmount]))
  const [first = '', last = ''] = [data[0]?.mois, data.at(-1)?.mois]
  const end = new Date(`${[last, monthOf(now)].sort().at(-1)}-01T00:00:00Z`)
  const nameOf = (back: number) =>
    monthOf(new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - back, 1)))
  let count = SHOWN
  while (count < 2 * SHOWN && first !== '' && first < nameOf(count - 1)) count++
  return Array.from({ length: count }, (_, i) => nameOf(count - 1 - i)).map(month => ({
    month,
    cents: amounts.get(month) ?? 0,
  }))
}
