import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api } from '../api/client.ts'
import { useFormats } from '../language/formats.ts'

export type Picked = { id: string; name: string }

/** Finds a product by name or barcode and passes it to `onPick`. */
export function ProductPicker({ label, onPick }: { label: string; onPick: (product: Picked) => void }) {
  const { euros } = useFormats()
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), 250)
  const { data: found = [] } = useQuery({
    queryKey: ['products', 'picker', search],
    queryFn: async () =>
      (
        await answerOf(
          api.GET('/api/products', { params: { query: { limit: 10, ...(search && { search }) } } }),
        )
      ).data,
    placeholderData: keepPreviousData,
  })
  return (
    <Select
      label={label}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      value={null}
      // The server has filtered already, in more fields than the name.
      filter={({ options }) => options}
      data={found.map(({ id, nom, prixDeVenteCents }) => ({
        value: String(id),
        label: `${nom} — ${euros(prixDeVenteCents)}`,
      }))}
      onChange={value => {
        const picked = found.find(({ id }) => String(id) === value)
        if (picked) onPick({ id: String(picked.id), name: picked.nom })
        setTyped('')
      }}
    />
  )
}

/**
 * Name of a product in a promotion, or its id or barcode while the name is not loaded and if the product is unknown.
 */
export function useProductName(ref: string): string {
  const { data } = useQuery({
    queryKey: ['products', 'name', ref],
    queryFn: async () => {
      const isBarcode = /^\d{8,14}$/.test(ref)
      const { nom } = isBarcode
        ? await answerOf(api.GET('/api/publique/produits/search/sku', { params: { query: { sku: ref } } }))
        : await answerOf(
            api.GET('/api/publique/produits/{id}', { params: { path: { id: Number(ref) }, query: {} } }),
          )
      return nom ?? ref
    },
    staleTime: 300_000,
  })
  return data ?? ref
}
