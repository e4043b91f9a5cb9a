import { useComputedColorScheme, useMantineTheme } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import { useTexts } from '../language/language.tsx'
import { PLOT_HEIGHT, type PlotProps } from './plot.tsx'
import { partTexts } from './texts.ts'

/** Adjacent marks that round to the same text are labeled once. */
const once = (texts: readonly string[]) => texts.map((text, i) => (text === texts[i - 1] ? '' : text))

/** Width of a character of a label, and the longest label that is drawn completely, in pixels. */
const CHARACTER = 6.5
const LONGEST = 130
/** Height of labels that are not slanted, the library's default. */
const LABEL_HEIGHT = 50

/** The horizontal axis: its labels are slanted where they would overlap. */
function createAxis(labels: readonly string[], width: number) {
  const values = (_plot: UPlot, at: number[]) => at.map(i => labels[i] ?? '')
  const longest = Math.max(0, ...labels.map(({ length }) => length)) * CHARACTER
  if (longest < 50 || longest * labels.length < width) return { values, size: LABEL_HEIGHT }
  return { values, rotate: -60, space: 20, size: 30 + Math.min(longest, LONGEST) }
}

/** Draws with uPlot, again whenever the figures, the width or the colors change. */
export default function PlotCanvas({ labels, series, format }: PlotProps) {
  const texts = useTexts(partTexts)
  const { ref, width } = useElementSize()
  const canvas = useRef<HTMLDivElement>(null)
  const { colors } = useMantineTheme()
  const isDark = useComputedColorScheme('light') === 'dark'

  useEffect(() => {
    const place = canvas.current
    if (!place || width === 0) return
    const ink = isDark ? '#c9c9c9' : '#495057'
    const strong = colors.teal[isDark ? 4 : 8]
    const faint = colors.gray[isDark ? 6 : 5]
    const axis = { stroke: ink, grid: { stroke: isDark ? '#3b3b3b' : '#e9ecef', width: 1 } }
    const horizontal = createAxis(labels, width)
    const bars = UPlot.paths.bars?.({ size: [0.7, 60] })
    const plot = new UPlot(
      {
        width,
        // Slanted labels do not shorten the plot.
        height: PLOT_HEIGHT + horizontal.size - LABEL_HEIGHT,
        scales: {
          x: { time: false, range: () => [-0.6, labels.length - 0.4] },
          // Bars must begin at zero: their heights are compared.
          y: { range: (_plot, min, max) => [Math.min(0, min ?? 0), Math.max(1, (max ?? 0) * 1.05)] },
        },
        axes: [
          { ...axis, ...horizontal },
          { ...axis, size: 70, values: (_plot, at) => once(at.map(format)) },
        ],
        series: [
          { value: (_plot, i) => (i === null ? '' : (labels[i] ?? '')), label: texts.period },
          ...series.map(({ label, isBars, isFaint }) => ({
            label,
            stroke: isFaint ? faint : strong,
            width: 2,
            ...(isBars && bars ? { paths: bars, fill: isFaint ? faint : strong } : {}),
            ...(isFaint && !isBars ? { dash: [6, 4] } : {}),
            points: { show: !isBars && labels.length < 40 },
            value: (_plot: UPlot, value: number | null) => (value === null ? '–' : format(value)),
          })),
        ],
      },
      [labels.map((_, i) => i), ...series.map(({ values }) => [...values])],
      place,
    )
    return () => plot.destroy()
  }, [width, isDark, colors, labels, series, format, texts])

  return (
    <div ref={ref}>
      <div ref={canvas} />
    </div>
  )
}
