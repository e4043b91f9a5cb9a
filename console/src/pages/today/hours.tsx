import { Group, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { Plot } from '../../parts/plot.tsx'
import { noonOf } from './days.ts'
import { exportPoints } from './export.ts'
import { type Figures, type Point, turnoverOf } from './figures.ts'
import { todayTexts } from './texts.ts'

type Measure = 'turnover' | 'orders'
const MEASURES: Record<Measure, (point: Point) => number> = {
  turnover: turnoverOf,
  orders: ({ commandes }) => commandes,
}

const isEmpty = ({ commandes, rembourseCents }: Point) => commandes === 0 && rembourseCents === 0

/** Sales by hour or day as bars and those of the compared period as a line; future hours are omitted. */
export function Hours({ figures }: { figures: Figures }) {
  const texts = useTexts(todayTexts)
  const { wholeEuros, count, day } = useFormats()
  const [measure, setMeasure] = useState<Measure>('turnover')
  const { periode, reference, heures } = figures
  const isDay = periode.du === periode.au
  const plot = useMemo(() => {
    const of = MEASURES[measure]
    const name = ({ du, au }: typeof periode) =>
      du === au ? day(noonOf(du)) : texts.fromTo(day(noonOf(du)), day(noonOf(au)))
    const isOver = ({ heure }: Point) => heure === null || heures === null || heure < heures
    return {
      labels: periode.points.map(({ jour, heure }) =>
        heure === null ? day(noonOf(jour)) : texts.hour(heure),
      ),
      series: [
        {
          label: name(periode),
          values: periode.points.map(point => (isOver(point) ? of(point) : null)),
          isBars: true,
        },
        { label: name(reference), values: reference.points.map(of), isFaint: true },
      ],
      // A mark between two whole order counts gets no label.
      format:
        measure === 'turnover'
          ? wholeEuros
          : (orders: number) => (Number.isInteger(orders) ? count(orders) : ''),
    }
  }, [periode, reference, heures, measure, texts, wholeEuros, count, day])
  if ([...periode.points, ...reference.points].every(isEmpty)) return null
  return (
    <>
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={texts.shown}
          value={measure}
          onChange={value => setMeasure(value === 'orders' ? 'orders' : 'turnover')}
          data={[
            { value: 'turnover', label: texts.turnover },
            { value: 'orders', label: texts.orders },
          ]}
        />
        <ExportButton source={exportPoints(figures)} label={isDay ? texts.exportHours : texts.exportDays} />
      </Group>
      <Plot title={`${isDay ? texts.byHour : texts.byDay} – ${texts[measure]}`} {...plot} />
    </>
  )
}
