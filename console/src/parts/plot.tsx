import { lazy, Suspense } from 'react'
import { useTexts } from '../language/language.tsx'
import { DataTable } from './data-table.tsx'
import { Details } from './details.tsx'
import { partTexts } from './texts.ts'

export type Series = {
  label: string
  values: readonly (number | null)[]
  isBars?: boolean
  isFaint?: boolean
}
export type PlotProps = {
  title: string
  /** Labels of the horizontal axis, one per value. */
  labels: readonly string[]
  series: readonly Series[]
  format: (value: number) => string
}

const Canvas = lazy(() => import('./plot-canvas.tsx'))
export const PLOT_HEIGHT = 240

/** A plot, hidden from screen readers, and the same figures as an expandable table. */
export function Plot(props: PlotProps) {
  const texts = useTexts(partTexts)
  const { title, labels, series, format } = props
  return (
    <figure className="plot" aria-label={title}>
      <div style={{ minHeight: PLOT_HEIGHT }} aria-hidden>
        <Suspense>
          <Canvas {...props} />
        </Suspense>
      </div>
      <Details summary={texts.asTable}>
        <DataTable
          caption={title}
          rows={labels.map((label, i) => ({ label, i }))}
          rowKey={({ i }) => i}
          columns={[
            { key: 'label', title: texts.period, cell: ({ label }) => label },
            ...series.map(({ label, values }) => ({
              key: label,
              title: label,
              isNumber: true,
              cell: ({ i }: { i: number }) => {
                const value = values[i]
                return value === null || value === undefined ? '–' : format(value)
              },
            })),
          ]}
        />
      </Details>
    </figure>
  )
}
