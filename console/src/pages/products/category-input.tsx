import { Combobox, InputBase, useCombobox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { answerOf, api } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { formTexts } from './form-texts.ts'

const MOST = 50

/** Compares categories as the server does: separators, accents and case make no difference. */
const keyOf = (path: string) =>
  path
    .split(/[/>]/)
    .map(level => level.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase())
    .filter(level => level !== '')
    .join(' > ')

/** The categories of the shop as they are written there, so that a choice renames none of them. */
const useCategories = () =>
  useQuery({
    queryKey: ['categories', 'tree'],
    queryFn: () => answerOf(api.GET('/api/v1/publique/catalogue/categories')),
    staleTime: 60_000,
  }).data ?? []

/** Selects an existing category, or creates the typed one on purpose. Other typed text is dropped. */
export function CategoryInput({
  label,
  value,
  onChange,
  error,
  path: field,
}: {
  label: string
  value: string
  onChange: (path: string) => void
  error?: ReactNode
  /** The name of the field, by which its form focuses it. */
  path: string
}) {
  const words = useTexts(formTexts)
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const [typed, setTyped] = useState<string>()
  const paths = useCategories().map(({ chemin }) => chemin)
  const search = typed?.trim() ?? ''
  const found = paths.filter(path => keyOf(path).includes(keyOf(search))).slice(0, MOST)
  const isNew = keyOf(search) !== '' && !paths.some(path => keyOf(path) === keyOf(search))
  return (
    <Combobox
      store={combobox}
      onOptionSubmit={path => {
        onChange(path)
        setTyped(undefined)
        combobox.closeDropdown()
      }}
    >
      <Combobox.Target>
        <InputBase
          label={label}
          description={words.categoriesHint}
          error={error}
          withAsterisk
          data-path={field}
          maxLength={500}
          rightSection={<Combobox.Chevron />}
          rightSectionPointerEvents="none"
          value={typed ?? value}
          onChange={event => {
            setTyped(event.currentTarget.value)
            combobox.openDropdown()
            combobox.updateSelectedOptionIndex()
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => {
            combobox.closeDropdown()
            setTyped(undefined)
          }}
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }}>
          {found.map(path => (
            <Combobox.Option key={path} value={path} active={path === value}>
              {path}
            </Combobox.Option>
          ))}
          {isNew && <Combobox.Option value={search}>{words.createCategory(search)}</Combobox.Option>}
          {found.length === 0 && !isNew && <Combobox.Empty>{words.noCategory}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  )
}
