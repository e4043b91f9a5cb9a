import { SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Plot } from '../../parts/plot.tsx'
import { noonOf } from './days.ts'
import { type Hour, type Sales, turnoverOf } from './figures.ts'
import { todayTexts } from './texts.ts'

type Measure = 'turnover' | 'orders'
const MEASURES: Record<Measure, (hour: Hour) => number> = {
  turnover: turnoverOf,
  orders: ({ commandes }) => commandes,
}

const isEmpty = ({ commandes, rembourseCents }: Hour) => commandes === 0 && rembourseCents === 0

/** Hourly sales as bars and those of the week before as a line; future hours are omitted. */
export function Hours({ figures, over }: { figures: Sales; over: number }) {
  const texts = useTexts(todayTexts)
  const { wholeEuros, count, day } = useFormats()
  const [measure, setMeasure] = useState<Measure>('turnover')
  const { jour, semainePassee } = figures
  const plot = useMemo(() => {
    const of = MEASURES[measure]
    return {
      labels: jour.heures.map(({ heure }) => texts.hour(heure)),
      series: [
        {
          label: day(noonOf(jour.date)),
          values: jour.heures.map((hour, i) => (i < over ? of(hour) : null)),
          isBars: true,
        },
        { label: day(noonOf(semainePassee.date)), values: semainePassee.heures.map(of), isFaint: true },
      ],
      // A mark between two whole order counts gets no label.
      format:
        measure === 'turnover'
          ? wholeEuros
          : (orders: number) => (Number.isInteger(orders) ? count(orders) : ''),
    }
  }, [jour, semainePassee, over, measure, texts, wholeEuros, count, day])
  if ([...jour.heures, ...semainePassee.heures].every(isEmpty)) return null
  return (
    <>
      <SegmentedControl
        aria-label={texts.shown}
        value={measure}
        onChange={value => setMeasure(value === 'orders' ? 'orders' : 'turnover')}
        data={[
          { value: 'turnover', label: texts.turnover },
          { value: 'orders', label: texts.orders },
        ]}
        style={{ alignSelf: 'flex-start' }}
      />
      <Plot title={`${texts.byHour} – ${texts[measure]}`} {...plot} />
    </>
  )
}
