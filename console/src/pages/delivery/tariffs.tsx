import { ActionIcon, Button, NumberInput, Stack, Text } from '@mantine/core'
import { useLanguage, useTexts } from '../../language/language.tsx'
import type { MethodForm } from './fields.tsx'
import { EMPTY_ROW } from './form.ts'
import { formTexts } from './form-texts.ts'

/** Most rows that a method may have. */
const MOST = 50

/** The rows of the tariff, in a table whose rows become cards on a phone. */
export function Tariffs({ form }: { form: MethodForm }) {
  const words = useTexts(formTexts)
  const { language } = useLanguage()
  const { tarifs } = form.values
  const euros = {
    ...{ min: 0, decimalScale: 2, decimalSeparator: language === 'fr' ? ',' : '.', suffix: ' €' },
    ...{ fixedDecimalScale: true, hideControls: true },
  }
  const input = (i: number, name: 'from' | 'upTo' | 'price', label: string) => ({
    'aria-label': words.row(label, i + 1),
    ...form.getInputProps(`tarifs.${i}.${name}`),
  })
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {words.tarifsHint}
      </Text>
      {tarifs.length > 0 && (
        <table className="data-table inputs">
          <caption className="for-readers">{words.tarifs}</caption>
          <thead>
            <tr>
              <th scope="col">{words.from}</th>
              <th scope="col">{words.upTo}</th>
              <th scope="col">{words.price}</th>
              <td />
            </tr>
          </thead>
          <tbody>
            {tarifs.map((_, i) => (
              <tr key={i}>
                <td data-title={words.from}>
                  <NumberInput {...euros} {...input(i, 'from', words.from)} />
                </td>
                <td data-title={words.upTo}>
                  <NumberInput
                    min={1}
                    allowDecimal={false}
                    suffix=" g"
                    hideControls
                    placeholder={words.anyWeight}
                    {...input(i, 'upTo', words.upTo)}
                  />
                </td>
                <td data-title={words.price}>
                  <NumberInput {...euros} {...input(i, 'price', words.price)} />
                </td>
                <td>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={words.removeRow(i + 1)}
                    onClick={() => form.removeListItem('tarifs', i)}
                  >
                    ×
                  </ActionIcon>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {form.errors.tarifs && (
        <Text size="sm" c="red" role="alert">
          {form.errors.tarifs}
        </Text>
      )}
      <Button
        variant="default"
        size="xs"
        disabled={tarifs.length >= MOST}
        onClick={() => form.insertListItem('tarifs', EMPTY_ROW)}
        style={{ alignSelf: 'start' }}
      >
        {words.addRow}
      </Button>
    </Stack>
  )
}
