import { Button, Group, Select, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../language/language.tsx'
import type { useSearchState } from '../parts/search-state.ts'
import { salesTexts } from './texts.ts'

type State = ReturnType<typeof useSearchState>

/** Filters of a list, in one row that wraps on a phone. */
export function Filters({
  state,
  names,
  children,
}: {
  state: State
  names: readonly string[]
  children: ReactNode
}) {
  const texts = useTexts(salesTexts)
  const isNarrowed = names.some(name => state.get(name) !== '')
  return (
    <Group gap="sm" align="flex-end">
      {children}
      {isNarrowed && (
        <Button variant="subtle" onClick={() => state.set(Object.fromEntries(names.map(name => [name, ''])))}>
          {texts.clear}
        </Button>
      )}
    </Group>
  )
}

export function Choice({
  state,
  name,
  label,
  options,
}: {
  state: State
  name: string
  label: string
  options: readonly { value: string; label: string }[]
}) {
  const texts = useTexts(salesTexts)
  return (
    <Select
      label={label}
      data={[{ value: '', label: texts.all }, ...options]}
      value={state.get(name)}
      onChange={value => state.set({ [name]: value ?? '' })}
      allowDeselect={false}
      className="filter"
    />
  )
}

/** A period of days, both ends included. */
export function Period({ state }: { state: State }) {
  const texts = useTexts(salesTexts)
  return (
    <>
      {(['from', 'to'] as const).map(name => (
        <TextInput
          key={name}
          type="date"
          label={texts[name]}
          value={state.get(name)}
          onChange={event => state.set({ [name]: event.currentTarget.value })}
          className="filter"
        />
      ))}
    </>
  )
}

/** The value of a filter, or undefined if it is empty. */
export const emptyToUndefined = <Value extends string>(value: string) =>
  value === '' ? undefined : (value as Value)
