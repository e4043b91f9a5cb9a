import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { searchProducts } from './product-search.ts'

type Choice = { value: string; label: string }

/** Selects one of the products that the server's search finds, except those in `except`. */
export function ProductSelect({
  label,
  placeholder,
  onChoose,
  value,
  except = [],
  error,
}: {
  label: string
  placeholder?: string
  onChoose: (id: number | null) => void
  value?: number | null
  except?: readonly number[]
  error?: ReactNode
}) {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 250)
  const { data } = useQuery({
    queryKey: ['products', 'choice', search],
    queryFn: async () =>
      (await searchProducts(search, { limit: 20, fields: 'id,nom,ean', sort: 'nom' })).rows,
    placeholderData: keepPreviousData,
  })
  const [chosen, setChosen] = useState<Choice>()
  const found = (data ?? [])
    .filter(({ id }) => id !== undefined && !except.includes(id))
    .map(({ id, nom, ean }) => ({ value: String(id), label: `${nom} (${ean})` }))
  // Keep the selected product among the options, even if the search does not find it.
  const isThere = chosen === undefined || found.some(({ value }) => value === chosen.value)
  const choices = isThere ? found : [chosen, ...found]
  return (
    <Select
      label={label}
      placeholder={placeholder}
      searchable
      clearable
      error={error}
      value={value === undefined || value === null ? null : String(value)}
      onSearchChange={setTyped}
      onChange={(id, option) => {
        setChosen(value === undefined || id === null ? undefined : (option ?? undefined))
        onChoose(id === null ? null : Number(id))
      }}
      data={choices}
      // The server has filtered already, in more fields than are shown.
      filter={({ options }) => options}
      nothingFoundMessage="–"
    />
  )
}
