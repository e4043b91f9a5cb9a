import { computed } from '@preact/signals'
import { createStored } from './stored.ts'

/** An article in the basket; `seenCents` is the price that the shopper saw. */
export type BasketLine = { id: number; quantity: number; nom: string; seenCents: number; photo?: string }

const MOST_LINES = 200

const isLine = (value: unknown): value is BasketLine => {
  if (typeof value !== 'object' || value === null) return false
  const { id, quantity, nom, seenCents } = value as Record<string, unknown>
  return (
    Number.isInteger(id) &&
    Number.isInteger(quantity) &&
    typeof nom === 'string' &&
    Number.isInteger(seenCents)
  )
}

export const basket = createStored<BasketLine[]>('basket', [], kept =>
  Array.isArray(kept) ? kept.filter(isLine).slice(0, MOST_LINES) : [],
)

export const basketCount = computed(() => basket.value.reduce((sum, { quantity }) => sum + quantity, 0))

const change = (id: number, to: (line: BasketLine) => BasketLine) => {
  basket.value = basket.value.map(line => (line.id === id ? to(line) : line))
}

export function addToBasket(line: BasketLine) {
  const there = basket.value.find(({ id }) => id === line.id)
  if (there) change(line.id, ({ quantity }) => ({ ...line, quantity: quantity + line.quantity }))
  else if (basket.value.length < MOST_LINES) basket.value = [...basket.value, line]
}

export const setQuantity = (id: number, quantity: number) => change(id, line => ({ ...line, quantity }))

/** Records that the shopper has seen the current price. */
export const markPriceSeen = (id: number, seenCents: number) => change(id, line => ({ ...line, seenCents }))

export const removeLine = (id: number) => {
  basket.value = basket.value.filter(line => line.id !== id)
}
