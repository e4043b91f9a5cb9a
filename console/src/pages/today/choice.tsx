import { ActionIcon, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { useStores } from '../../parts/stores.ts'
import { addDays, PERIODS, type PeriodName } from './days.ts'
import { COMPARISONS, type Selection } from './figures.ts'
import { comparisonTexts, periodTexts, todayTexts } from './texts.ts'

type Changes = Partial<Record<'periode' | 'jour' | 'du' | 'au' | 'comparer' | 'magasin', string>>
type Props = { shown: Selection; onChange: (changes: Changes) => void }
type PeriodProps = Props & { name: PeriodName; today: string }

/** Selects the period and the one that it is compared with. */
export function PeriodChoice({ name, today, shown, onChange }: PeriodProps) {
  const texts = useTexts(todayTexts)
  const periods = useTexts(periodTexts)
  const comparisons = useTexts(comparisonTexts)
  const choose = (periode: string) =>
    onChange({
      ...{ periode: periode === 'jour' ? '' : periode, jour: '' },
      // Own dates begin with those that are shown.
      ...(periode === 'dates' ? { du: shown.du ?? today, au: shown.au ?? today } : { du: '', au: '' }),
    })
  return (
    <>
      <NativeSelect
        label={texts.period}
        data={PERIODS.map(value => ({
          value,
          label: value === 'jour' && shown.jour !== undefined ? texts.oneDay : periods[value],
        }))}
        value={name}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      {shown.isDay && <DayChoice {...{ name, today, shown, onChange }} />}
      {name === 'dates' &&
        (['du', 'au'] as const).map(bound => (
          <TextInput
            key={bound}
            type="date"
            label={texts[bound]}
            value={shown[bound]}
            max={today}
            onChange={({ currentTarget: { value } }) =>
              value !== '' && value <= today && onChange({ [bound]: value })
            }
          />
        ))}
      <NativeSelect
        label={texts.compare}
        data={COMPARISONS.map(value => ({ value, label: comparisons[value] }))}
        value={shown.comparaison}
        onChange={({ currentTarget: { value } }) => onChange({ comparer: value === 'semaine' ? '' : value })}
      />
    </>
  )
}

/** Selects the day; future days are not available. */
function DayChoice({ today, shown, onChange }: PeriodProps) {
  const texts = useTexts(todayTexts)
  const day = shown.jour ?? today
  const go = (jour: string) => onChange({ periode: '', jour: jour === today ? '' : jour })
  return (
    <>
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <ActionIcon
          variant="default"
          size={36}
          onClick={() => go(addDays(day, -1))}
          aria-label={texts.before}
        >
          ‹
        </ActionIcon>
        <TextInput
          type="date"
          label={texts.day}
          value={day}
          max={today}
          onChange={({ currentTarget: { value } }) => value !== '' && value <= today && go(value)}
        />
        <ActionIcon
          variant="default"
          size={36}
          disabled={day >= today}
          onClick={() => go(addDays(day, 1))}
          aria-label={texts.after}
        >
          ›
        </ActionIcon>
      </Group>
      {day !== today && (
        <Button variant="default" onClick={() => go(today)}>
          {texts.backToToday}
        </Button>
      )}
    </>
  )
}

/** Selects one store, or all of them if the user's rights apply to all. */
export function StoreChoice({ shown: { magasinId }, onChange }: Props) {
  const texts = useTexts(todayTexts)
  const { choices, own } = useStores()
  return (
    <NativeSelect
      label={texts.store}
      data={own === null ? [{ value: '', label: texts.everyStore }, ...choices] : choices}
      value={magasinId === undefined ? '' : String(magasinId)}
      onChange={({ currentTarget: { value } }) => onChange({ magasin: value })}
    />
  )
}
