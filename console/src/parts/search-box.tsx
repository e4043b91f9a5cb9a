import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

/** A field that searches after a pause in typing. `/` focuses the field. */
export function SearchBox({
  value,
  onSearch,
  label,
}: {
  value: string
  onSearch: (text: string) => void
  label?: string
}) {
  const texts = useTexts(partTexts)
  const [typed, setTyped] = useState(value)
  const search = useDebouncedCallback(onSearch, 250)
  useEffect(() => setTyped(value), [value])
  return (
    <TextInput
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
  )
}
