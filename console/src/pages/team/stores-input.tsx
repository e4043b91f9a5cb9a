import { MultiSelect } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { useStores } from '../../parts/stores.ts'
import { withoutSubmit } from '../../parts/without-submit.ts'
import { teamTexts } from './texts.ts'

/** Returns a function that lists the names of the stores to which rights are limited. */
export function useStoreNames() {
  const texts = useTexts(teamTexts)
  const { nameOf } = useStores()
  return (stores: readonly number[] | null) => stores?.map(nameOf).join(', ') ?? texts.everyStore
}

/** Selects the stores to which the rights of a key or of a member of staff are limited; null for all stores. */
export function StoresInput({
  value,
  onChange,
}: {
  value: readonly number[] | null
  onChange: (stores: number[] | null) => void
}) {
  const texts = useTexts(teamTexts)
  const { choices, nameOf } = useStores()
  const chosen = (value ?? []).map(String)
  const deleted = chosen.filter(id => choices.every(choice => choice.value !== id))
  return (
    <MultiSelect
      label={texts.stores}
      description={texts.storesHint}
      data={[...choices, ...deleted.map(id => ({ value: id, label: nameOf(Number(id)) }))]}
      searchable
      onKeyDown={withoutSubmit}
      value={chosen}
      onChange={ids => onChange(ids.length === 0 ? null : ids.map(Number))}
    />
  )
}
