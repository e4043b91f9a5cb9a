import { ActionIcon, Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { useStores } from '../../parts/stores.ts'
import { addDays, parisTimeOf } from './days.ts'
import { type Selection, useSales } from './figures.ts'
import { todayTexts } from './texts.ts'

type Props = { shown: Selection; onChange: (changes: { jour?: string; magasin?: string }) => void }

/** Selects the day; future days are not available. */
export function DayChoice({ shown, onChange }: Props) {
  const texts = useTexts(todayTexts)
  // The current day by the server's clock, which the sales figures contain.
  const { data } = useSales(shown)
  const today = parisTimeOf(data?.maintenant ?? new Date().toISOString()).day
  const day = shown.jour ?? today
  const go = (jour: string) => onChange({ jour: jour === today ? '' : jour })
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
