import { Group, Select } from '@mantine/core'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { useStores } from '../../parts/stores.ts'
import { STATUSES, useWaiting } from './slips.ts'
import { useStoreName } from './stores.ts'
import { slipTexts } from './texts.ts'

/** Filters slips by store, with the number of waiting slips, and by status. */
export function Filters({
  storeId,
  statut,
  onChange,
}: {
  storeId: string
  statut: string
  onChange: (changes: { storeId?: string; statut?: string }) => void
}) {
  const texts = useTexts(slipTexts)
  const { count } = useFormats()
  const { ids: known } = useStores()
  const nameOf = useStoreName()
  const { data: waiting = [] } = useWaiting()
  const ids = [...new Set([...known, ...waiting.map(store => store.storeId)])]
  const open = (id: number | null) => {
    const found = waiting.find(store => store.storeId === id)
    return found ? found.aPreparer + found.incomplets + found.prepares : 0
  }
  const label = (id: number) =>
    open(id) > 0 ? `${nameOf(id)} — ${texts.waiting(count(open(id)))}` : nameOf(id)
  return (
    <Group gap="sm" align="flex-end">
      <Select
        label={texts.store}
        className="grow"
        searchable
        data={[
          { value: '', label: texts.everyStore },
          ...ids.filter(id => id !== null).map(id => ({ value: String(id), label: label(id) })),
        ]}
        value={storeId}
        onChange={value => onChange({ storeId: value ?? '' })}
        allowDeselect={false}
      />
      <Select
        label={texts.status}
        w="min(100%, 12rem)"
        data={[
          { value: 'tous', label: texts.every },
          ...STATUSES.map(value => ({ value, label: texts[value] })),
        ]}
        value={statut}
        onChange={value => onChange({ statut: value ?? 'tous' })}
        allowDeselect={false}
      />
    </Group>
  )
}
