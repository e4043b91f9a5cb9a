import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { answerOf, api, ignoreNotFound } from '../api/client.ts'
import { useFormats } from '../language/formats.ts'
import { defineTexts, useTexts } from '../language/language.tsx'

export type Picked = { id: string; name: string }

const pickerTexts = defineTexts({
  fr: { unknown: (code: string) => `Aucun produit n’a le code ${code}` },
  en: { unknown: (code: string) => `No product has the code ${code}` },
})

const isBarcode = (text: string) => /^\d{8,14}$/.test(text)

/** Finds a product by name or barcode and passes it to `onPick`. A scanner types a barcode and Enter. */
export function ProductPicker({
  label,
  description,
  onPick,
}: {
  label: string
  description?: string
  onPick: (product: Picked) => void
}) {
  const texts = useTexts(pickerTexts)
  const { euros } = useFormats()
  const [typed, setTyped] = useState('')
  const [unknown, setUnknown] = useState('')
  const scan = useMutation({
    mutationFn: (sku: string) =>
      ignoreNotFound(answerOf(api.GET('/api/publique/produits/search/sku', { params: { query: { sku } } }))),
    onSuccess: (product, sku) => {
      if (product?.id === undefined) setUnknown(sku)
      else onPick({ id: String(product.id), name: product.nom ?? sku })
    },
  })
  function onKeyDown(event: KeyboardEvent) {
    const code = typed.trim()
    if (event.key !== 'Enter' || !isBarcode(code)) return
    event.preventDefault()
    setTyped('')
    setUnknown('')
    scan.mutate(code)
  }
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
      description={description}
      error={unknown && texts.unknown(unknown)}
      onKeyDown={onKeyDown}
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
        setUnknown('')
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
      const { nom } = isBarcode(ref)
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
