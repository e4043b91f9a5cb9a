import { NumberInput, SegmentedControl, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTexts } from '../../language/language.tsx'
import { usePromotionName, usePromotions } from '../../sales/promotions.ts'
import type { Values } from './form.ts'
import { newCodeTexts } from './texts.ts'

const KINDS = ['one', 'many'] as const

/** The fields of the dialog that creates codes. */
export function Fields({ form: { getInputProps, values } }: { form: UseFormReturnType<Values> }) {
  const texts = useTexts(newCodeTexts)
  const { data: promotions = [] } = usePromotions()
  const nameOf = usePromotionName()
  const number = { min: 1, allowDecimal: false, hideControls: true }
  return (
    <>
      <Select
        label={texts.promotion}
        withAsterisk
        searchable
        data={promotions
          .filter(({ autoAppliquee }) => !autoAppliquee)
          .map(promotion => ({ value: String(promotion.id), label: nameOf(promotion) }))}
        {...getInputProps('promotion')}
      />
      <SegmentedControl
        aria-label={texts.kind}
        fullWidth
        data={KINDS.map(value => ({ value, label: texts[value] }))}
        {...getInputProps('kind')}
      />
      {values.kind === 'one' ? (
        <TextInput
          label={texts.code}
          description={texts.codeHint}
          withAsterisk
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          {...getInputProps('code')}
        />
      ) : (
        <>
          <NumberInput
            label={texts.count}
            withAsterisk
            {...number}
            max={100_000}
            thousandSeparator=" "
            {...getInputProps('count')}
          />
          <TextInput
            label={texts.prefix}
            description={texts.prefixHint}
            maxLength={50}
            autoComplete="off"
            autoCapitalize="characters"
            {...getInputProps('prefix')}
          />
        </>
      )}
      <NumberInput
        key={values.kind}
        label={values.kind === 'one' ? texts.most : texts.mostOfEach}
        placeholder={texts.noLimit}
        {...number}
        {...getInputProps(values.kind === 'one' ? 'most' : 'mostOfEach')}
      />
      <NumberInput
        label={texts.perCustomer}
        description={texts.perCustomerHint}
        placeholder={texts.noLimit}
        {...number}
        {...getInputProps('perCustomer')}
      />
      <TextInput type="date" label={texts.end} {...getInputProps('end')} />
    </>
  )
}
