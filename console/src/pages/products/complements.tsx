import { Pill, PillGroup, Stack, Text } from '@mantine/core'
import { useTexts } from '../../language/language.tsx'
import { useProductNames } from '../../parts/product-names.ts'
import { ProductSelect } from '../../parts/product-select.tsx'
import { formTexts } from './form-texts.ts'

/** Products offered together with this one. */
export function Complements({
  ids,
  onChange,
  self,
}: {
  ids: readonly number[]
  onChange: (ids: number[]) => void
  self: number | undefined
}) {
  const words = useTexts(formTexts)
  const nameOf = useProductNames(ids)
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {words.complementsHint}
      </Text>
      <PillGroup>
        {ids.map(id => (
          <Pill
            key={id}
            size="md"
            withRemoveButton
            onRemove={() => onChange(ids.filter(other => other !== id))}
            removeButtonProps={{
              'aria-label': words.remove(nameOf(id)),
              'aria-hidden': false,
              tabIndex: 0,
            }}
          >
            {nameOf(id)}
          </Pill>
        ))}
      </PillGroup>
      <ProductSelect
        label={words.addComplement}
        except={self === undefined ? ids : [...ids, self]}
        onChoose={id => id !== null && onChange([...ids, id])}
      />
    </Stack>
  )
}
