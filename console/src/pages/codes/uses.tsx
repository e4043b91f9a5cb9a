import { useCallback, useMemo } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Plot } from '../../parts/plot.tsx'
import { Section } from '../../sales/section.tsx'
import type { PromotionCode } from './codes.ts'
import { codeTexts } from './texts.ts'

/** The number of uses of the codes that were used, the most used first. */
export function Uses({ codes }: { codes: readonly PromotionCode[] }) {
  const texts = useTexts(codeTexts)
  const { count } = useFormats()
  // Marks of the axis between two whole numbers have no label.
  const format = useCallback((value: number) => (Number.isInteger(value) ? count(value) : ''), [count])
  const used = useMemo(
    () =>
      codes
        .filter(({ utilisations }) => utilisations > 0)
        .toSorted((a, b) => b.utilisations - a.utilisations || a.id - b.id),
    [codes],
  )
  const labels = useMemo(() => used.map(({ code }) => code), [used])
  const series = useMemo(
    () => [{ label: texts.uses, values: used.map(({ utilisations }) => utilisations), isBars: true }],
    [used, texts],
  )
  if (used.length === 0) return null
  return (
    <Section title={texts.usesOfPage}>
      <Plot title={texts.usesOfPage} labels={labels} series={series} format={format} />
    </Section>
  )
}
