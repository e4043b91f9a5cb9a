import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ExportButton } from '../../parts/exports/export-button.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { exportGroups } from './export.ts'
import { GROUPINGS, type Grouping, type Groups, type Selection, useGroups } from './figures.ts'
import { groupTexts, nameOfGroup } from './group-names.ts'
import { Section } from './section.tsx'
import { todayTexts } from './texts.ts'

const SHOWN = 6

/** Sales of the period by category, supplier or means of payment. */
export function Breakdown({ shown }: { shown: Selection }) {
  const texts = useTexts(groupTexts)
  const { get, set } = useSearchState()
  const par = GROUPINGS.find(each => each === get('par')) ?? 'categorie'
  const groups = useGroups(shown, par)
  return (
    <Section title={texts.title} hint={`${texts[`${par}Hint`]} ${texts.compared}`}>
      <Group justify="space-between" gap="sm">
        <SegmentedControl
          aria-label={texts.by}
          value={par}
          onChange={value => set({ par: value === 'categorie' ? '' : value })}
          data={GROUPINGS.map(value => ({ value, label: texts[value] }))}
        />
        {groups.data && <ExportButton source={exportGroups(groups.data, par)} label={texts.export} />}
      </Group>
      <Answer of={groups}>{data => <GroupTable par={par} groups={data} isDay={shown.isDay} />}</Answer>
    </Section>
  )
}

function GroupTable({ par, groups, isDay }: { par: Grouping; groups: Groups; isDay: boolean }) {
  const texts = useTexts(groupTexts)
  const words = useTexts(todayTexts)
  const { euros, count, percent } = useFormats()
  const [isWhole, setWhole] = useState(false)
  const { groupes } = groups
  const beside = (now: string, before: string) => (
    <div>
      {now}
      <Text size="xs" c="dimmed">
        {before}
      </Text>
    </div>
  )
  return (
    <>
      <DataTable
        caption={texts.title}
        rows={isWhole ? groupes : groupes.slice(0, SHOWN)}
        rowKey={({ nature, cle }) => `${nature} ${cle}`}
        empty={words.nothingSold(isDay)}
        columns={[
          { key: 'nom', title: texts[par], cell: group => nameOfGroup(group, texts) },
          {
            ...{ key: 'montant', title: words.turnover, isNumber: true },
            cell: ({ chiffreAffairesCents, reference }) =>
              beside(euros(chiffreAffairesCents), euros(reference.chiffreAffairesCents)),
          },
          {
            ...{ key: 'evolution', title: words.change, isNumber: true },
            cell: ({ chiffreAffairesCents: now, reference: { chiffreAffairesCents: before } }) =>
              before > 0 ? `${now > before ? '+' : ''}${percent((now - before) / before)}` : words.none,
          },
          {
            ...{ key: 'commandes', title: words.concerned, isNumber: true },
            cell: ({ commandes, reference }) => beside(count(commandes), count(reference.commandes)),
          },
          {
            ...{ key: 'articles', title: texts.units, isNumber: true },
            cell: ({ quantite, reference }) => beside(count(quantite), count(reference.quantite)),
          },
        ]}
      />
      {groupes.length > SHOWN && (
        <Button
          variant="subtle"
          size="xs"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? texts.fewer : texts.more(count(groupes.length))}
        </Button>
      )}
      {groupes.some(({ nature }) => nature === 'non_reparti') && (
        <Text size="sm" c="dimmed">
          {texts.notSplitHint}
        </Text>
      )}
    </>
  )
}
