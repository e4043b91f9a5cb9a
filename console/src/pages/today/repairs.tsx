import { Anchor } from '@mantine/core'
import { Link } from 'wouter'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { useMayInAllStores } from '../../shell/session.tsx'
import { type Selection, useRepairAges } from './figures.ts'
import { listAddress } from './links.ts'
import { Section } from './section.tsx'
import { todayTexts } from './texts.ts'

/** Waiting times of the repairs in progress. */
export function Repairs({ shown: { magasinId } }: { shown: Selection }) {
  const texts = useTexts(todayTexts)
  const { count, day } = useFormats()
  const mayInAllStores = useMayInAllStores()
  const ages = useRepairAges(magasinId)
  const ageText = ({ deJours, aJours }: { deJours: number; aJours: number | null }) => {
    if (aJours === null) return texts.over(deJours)
    return deJours === 0 ? texts.upTo(aJours) : texts.between(deJours, aJours - 1)
  }
  return (
    <Section title={texts.repairs} hint={texts.repairsHint}>
      <Answer of={ages}>
        {rows => (
          <DataTable
            caption={texts.repairs}
            rows={rows}
            rowKey={({ deJours }) => deJours}
            columns={[
              { key: 'age', title: texts.age, cell: ageText },
              {
                key: 'nombre',
                title: texts.count,
                isNumber: true,
                cell: row =>
                  row.nombre === 0 || !mayInAllStores('warehouse') ? (
                    count(0)
                  ) : (
                    <Anchor
                      component={Link}
                      href={listAddress('/reparations')}
                      aria-label={`${ageText(row)} : ${count(row.nombre)}`}
                    >
                      {count(row.nombre)}
                    </Anchor>
                  ),
              },
              {
                key: 'oldest',
                title: texts.oldest,
                isNumber: true,
                cell: row => (row.plusAncienneLe === null ? texts.none : day(row.plusAncienneLe)),
              },
            ]}
          />
        )}
      </Answer>
    </Section>
  )
}
