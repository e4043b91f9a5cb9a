import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { answerOf, api } from '../../api/client.ts'
import { asPage } from '../../api/lists.ts'
import { useTexts } from '../../language/language.tsx'
import { supplierTexts } from './supplier-texts.ts'

/** Selects one of the suppliers that the server's search finds, except those in `except`. */
export function SupplierSelect({
  label,
  except,
  onChoose,
  error,
}: {
  label: string
  except: readonly number[]
  onChoose: (id: number | null) => void
  error?: ReactNode
}) {
  const words = useTexts(supplierTexts)
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed, 250)
  const { data } = useQuery({
    queryKey: ['suppliers', 'choice', search],
    queryFn: async () =>
      asPage(
        await answerOf(
          api.GET('/api/publique/fournisseurs', {
            params: { query: { limit: 20, search, fields: 'id,nomLegal', sort: 'nomLegal' } },
          }),
        ),
      ).rows,
    placeholderData: keepPreviousData,
  })
  return (
    <Select
      label={label}
      searchable
      withAsterisk
      error={error}
      onSearchChange={setTyped}
      onChange={chosen => onChoose(chosen === null ? null : Number(chosen))}
      data={(data ?? [])
        .filter(({ id }) => id !== undefined && !except.includes(id))
        .map(({ id, nomLegal }) => ({ value: String(id), label: nomLegal ?? '' }))}
      // The server has filtered already.
      filter={({ options }) => options}
      nothingFoundMessage={words.noSupplier}
    />
  )
}
