import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useId, useState } from 'react'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

/** A field that searches after a pause in typing. `/` focuses the field. */
export function SearchBox({
  value,
  onSearch,
  label,
  suggestions,
}: {
  value: string
  onSearch: (text: string) => void
  label?: string
  suggestions?: readonly string[]
}) {
  const texts = useTexts(partTexts)
  const list = useId()
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback(onSearch, 250)
  useEffect(() => setTyped(value), [value])
  return (
    <>
      <TextInput
        list={suggestions && list}
        type="search"
        aria-label={label ?? texts.search}
        placeholder={label ?? texts.search}
        value={typed}
        onChange={event => {
          setTyped(event.currentTarget.value)
          search(event.currentTarget.value.trim())
        }}
        className="grow"
      />
      {suggestions && (
        <datalist id={list}>
          {suggestions.map(text => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  )
}
