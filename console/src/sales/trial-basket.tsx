import { ActionIcon, NumberInput, Stack, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { defineTexts, useTexts } from '../language/language.tsx'
import { type Picked, ProductPicker } from './product-picker.tsx'

export type BasketLine = Picked & { quantity: number }
export type BasketColumn = { title: string; cell: (line: BasketLine) => ReactNode }

const basketTexts = defineTexts({
  fr: {
    add: 'Ajouter un article au panier',
    empty: 'Le panier est vide.',
    article: 'Article',
    quantity: (name: string) => `Quantité de ${name}`,
    remove: (name: string) => `Enlever ${name} du panier`,
  },
  en: {
    add: 'Add an article to the basket',
    empty: 'The basket is empty.',
    article: 'Article',
    quantity: (name: string) => `Quantity of ${name}`,
    remove: (name: string) => `Remove ${name} from the basket`,
  },
})

/** The basket for trying promotions and delivery methods; it persists between visits. */
export function useTrialBasket() {
  const [lines, setLines] = useLocalStorage<BasketLine[]>({
    ...{ key: 'console-trial-basket', defaultValue: [], getInitialValueInEffect: false },
  })
  return {
    lines,
    articles: lines.map(({ id, quantity }) => ({ id, quantite: quantity })),
    add: (product: Picked) =>
      setLines(before => {
        const known = before.find(({ id }) => id === product.id)
        return known
          ? before.map(line => (line === known ? { ...line, quantity: line.quantity + 1 } : line))
          : [...before, { ...product, quantity: 1 }]
      }),
    setQuantity: (id: string, quantity: number) =>
      setLines(before => before.map(line => (line.id === id ? { ...line, quantity } : line))),
    remove: (id: string) => setLines(before => before.filter(line => line.id !== id)),
  }
}

/** Fields to edit the basket. `columns` describe its lines, `children` follow them in the same table. */
export function TrialBasket({
  basket: { lines, add, setQuantity, remove },
  columns,
  children,
}: {
  basket: ReturnType<typeof useTrialBasket>
  columns: readonly BasketColumn[]
  children?: ReactNode
}) {
  const texts = useTexts(basketTexts)
  return (
    <Stack gap="sm">
      <ProductPicker label={texts.add} onPick={add} />
      {lines.length === 0 && <Text size="sm">{texts.empty}</Text>}
      {lines.length > 0 && (
        <table className="basket-lines">
          <thead>
            <tr>
              <th scope="col">{texts.article}</th>
              {columns.map(({ title }) => (
                <th key={title} scope="col" className="number">
                  {title}
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {lines.map(line => (
              <tr key={line.id}>
                <td>
                  {line.name}
                  <NumberInput
                    aria-label={texts.quantity(line.name)}
                    value={line.quantity}
                    onChange={value => setQuantity(line.id, Math.max(1, Number(value) || 1))}
                    min={1}
                    max={999}
                    size="xs"
                    w="4.5rem"
                  />
                </td>
                {columns.map(({ title, cell }) => (
                  <td key={title} className="number">
                    {cell(line)}
                  </td>
                ))}
                <td>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    onClick={() => remove(line.id)}
                    aria-label={texts.remove(line.name)}
                  >
                    ×
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
          {children}
        </table>
      )}
    </Stack>
  )
}
