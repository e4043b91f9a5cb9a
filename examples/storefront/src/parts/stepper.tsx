import { defineTexts, useTexts } from '../language/language.ts'

const TEXTS = defineTexts({
  fr: {
    less: (name: string) => `Un de moins : ${name}`,
    more: (name: string) => `Un de plus : ${name}`,
    quantity: (name: string) => `Quantité : ${name}`,
  },
  en: {
    less: (name: string) => `One less: ${name}`,
    more: (name: string) => `One more: ${name}`,
    quantity: (name: string) => `Quantity: ${name}`,
  },
})

const MOST = 999

type Props = { name: string; value: number; change: (value: number) => void; most?: number | undefined }

/** A quantity, changed by two buttons or by typing. */
export function Stepper({ name, value, change, most = MOST }: Props) {
  const t = useTexts(TEXTS)
  const highest = Math.max(1, Math.min(most, MOST))
  return (
    <div class="stepper">
      <button
        type="button"
        aria-label={t.less(name)}
        disabled={value <= 1}
        onClick={() => change(Math.min(value - 1, highest))}
      >
        −
      </button>
      <input
        type="text"
        inputMode="numeric"
        aria-label={t.quantity(name)}
        value={value}
        // `change` fires on Enter or when the field loses the focus, so a half-typed number sends no request.
        onChange={({ currentTarget }) => {
          const typed = Math.floor(Number(currentTarget.value))
          const wanted = typed >= 1 ? Math.min(typed, highest) : value
          currentTarget.value = String(wanted)
          if (wanted !== value) change(wanted)
        }}
      />
      <button
        type="button"
        aria-label={t.more(name)}
        disabled={value >= highest}
        onClick={() => change(value + 1)}
      >
        +
      </button>
    </div>
  )
}
