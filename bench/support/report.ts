import type { Figures, Measurement } from './measure.ts'
import { median, ratio, ratioText, renderTable, rounded, spread, spreadText } from './statistics.ts'

const rates = (figures: readonly Figures[]) => figures.map(({ perSecond }) => perSecond)

const rateAndRatio = (platform: readonly Figures[], other: readonly Figures[]) =>
  other.length === 0
    ? ['', '']
    : [spreadText(spread(rates(other))), ratioText(ratio(rates(platform), rates(other)))]

/**
 * Returns the results as a Markdown table: medians, with the minimum and maximum of the rounds in parentheses; for
 * response times, the medians alone.
 */
export function renderReport(measured: readonly Measurement[]) {
  const other = measured.find(({ otherName }) => otherName)?.otherName
  const hasBare = measured.some(({ bare }) => bare.length > 0)
  const processors = (figures: readonly Figures[]) => figures.flatMap(each => each.processorMs ?? [])
  const hasProcessor = measured.some(({ other }) => processors(other).length > 0)
  const processorsOf = ({ platform, other }: Measurement) => [
    ...[platform, other].map(figures => spreadText(spread(processors(figures)))),
    ratioText(ratio(processors(platform), processors(other))),
  ]
  const head = [
    ...['work', 'platform, /s'],
    ...(hasBare ? ['bare limit, /s', 'ratio'] : []),
    ...(other ? [`${other}, /s`, 'ratio'] : []),
    ...['p50, ms', 'p95, ms', 'p99, ms'],
    ...(hasProcessor ? ['CPU, ms', `CPU of ${other}, ms`, 'ratio'] : []),
  ]
  const timesOf = (figures: readonly Figures[]) => {
    const times = figures.flatMap(each => each.times ?? [])
    return (['medianMs', 'p95Ms', 'p99Ms'] as const).map(key =>
      times.length > 0 ? rounded(median(times.map(each => each[key]))) : '',
    )
  }
  return renderTable(
    head,
    measured.map(row => [
      row.name,
      spreadText(spread(rates(row.platform))),
      ...(hasBare ? rateAndRatio(row.platform, row.bare) : []),
      ...(other ? rateAndRatio(row.platform, row.other) : []),
      ...timesOf(row.platform),
      ...(hasProcessor ? processorsOf(row) : []),
    ]),
  )
}
