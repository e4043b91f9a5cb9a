import { ActionIcon, NumberInput, Text } from '@mantine/core'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { ProductPicker } from '../../../sales/product-picker.tsx'
import type { Draft } from './draft.ts'
import { newOrderTexts } from './texts.ts'

/** The articles of the order, found by name or barcode. */
export function Articles({ draft: { lines, basket, add, setQuantity, remove } }: { draft: Draft }) {
  const texts = useTexts(newOrderTexts)
  const { euros, count } = useFormats()
  const pricedOf = (id: string) => basket?.lignes.find(line => String(line.id) === id)
  return (
    <>
      <ProductPicker label={texts.add} description={texts.addHint} onPick={add} />
      {lines.length === 0 ? (
        <Text size="sm">{texts.empty}</Text>
      ) : (
        <table className="basket-lines">
          <thead>
            <tr>
              <th scope="col">{texts.article}</th>
              <th scope="col" className="number">
                {texts.total}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {lines.map(({ id, name, quantity }) => {
              const priced = pricedOf(id)
              const available = priced?.disponible ?? null
              return (
                <tr key={id}>
                  <td>
                    {name}
                    {priced && (
                      <Text size="xs" c="dimmed">
                        {texts.unit(euros(priced.prixUnitaireCents))}
                      </Text>
                    )}
                    <NumberInput
                      aria-label={texts.quantity(name)}
                      value={quantity}
                      onChange={value => setQuantity(id, Math.max(1, Number(value) || 1))}
                      error={available !== null && available < quantity && texts.short(count(available))}
                      min={1}
                      max={9_999}
                      allowDecimal={false}
                      size="xs"
                      w="9rem"
                    />
                  </td>
                  <td className="number">{priced ? euros(priced.totalCents) : '…'}</td>
                  <td className="number">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      onClick={() => remove(id)}
                      aria-label={texts.remove(name)}
                    >
                      ×
                    </ActionIcon>
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
    </>
  )
}
