import { Fieldset, NumberInput, Select, SimpleGrid, Stack, Switch, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { CategoryInput } from './category-input.tsx'
import { hasValidCheckDigit } from './checks.ts'
import { Complements } from './complements.tsx'
import { formTexts } from './form-texts.ts'
import { listTexts, STATUSES } from './list-texts.ts'
import { Photos } from './photos.tsx'
import type { Values } from './values.ts'

export type ProductForm = UseFormReturnType<Values>

export function Fields({ form, self }: { form: ProductForm; self?: number }) {
  const words = useTexts(formTexts)
  const states = useTexts(listTexts)
  const { language } = useLanguage()
  const { values, getInputProps, setFieldValue, errors } = form
  const decimal = language === 'fr' ? ',' : '.'
  const input = (name: keyof Values) => ({ ...getInputProps(name), label: words[name] })
  const twoColumns = { base: 1, sm: 2 }
  return (
    <Stack>
      <Fieldset legend={words.identity}>
        <SimpleGrid cols={twoColumns}>
          <TextInput {...input('nom')} withAsterisk maxLength={500} />
          <TextInput
            {...input('ean')}
            withAsterisk
            maxLength={64}
            description={hasValidCheckDigit(values.ean) ? undefined : words.badDigit}
          />
          <NumberInput
            {...input('prix')}
            withAsterisk
            hideControls
            decimalSeparator={decimal}
            thousandSeparator={language === 'fr' ? ' ' : ','}
            decimalScale={2}
            fixedDecimalScale
            suffix=" €"
            max={20_000_000}
          />
          <NumberInput
            {...input('tva')}
            withAsterisk
            hideControls
            decimalSeparator={decimal}
            decimalScale={2}
            suffix=" %"
          />
          <Select
            {...input('statut')}
            allowDeselect={false}
            data={STATUSES.map(value => ({ value, label: states[value] }))}
          />
          <TextInput {...input('marque')} maxLength={255} />
          <CategoryInput {...input('categories')} value={values.categories} path="categories" />
        </SimpleGrid>
      </Fieldset>
      <Fieldset legend={words.texts}>
        <Stack gap="sm">
          <Textarea {...input('description')} autosize minRows={3} maxRows={12} maxLength={10_000} />
          <Textarea {...input('caracteristiques')} autosize minRows={2} maxRows={12} maxLength={10_000} />
        </Stack>
      </Fieldset>
      <Fieldset legend={words.photos}>
        <Photos
          urls={values.photos}
          change={edit => setFieldValue('photos', edit)}
          error={errors.photos ? words.badUrl : undefined}
        />
      </Fieldset>
      <Fieldset legend={words.details}>
        <SimpleGrid cols={twoColumns}>
          <TextInput {...input('poids')} />
          <TextInput {...input('couleurs')} />
          <TextInput {...input('dimensions')} />
          <NumberInput {...input('garantie')} hideControls allowDecimal={false} suffix={words.days} />
          <TextInput {...input('finReappro')} type="date" />
          <TextInput {...input('finDeVie')} type="date" />
          <TextInput {...input('documentation')} type="url" maxLength={2_000} />
        </SimpleGrid>
        <Switch
          mt="md"
          label={words.retractable}
          description={words.retractableHint}
          {...getInputProps('retractable', { type: 'checkbox' })}
        />
      </Fieldset>
      <Fieldset legend={words.complements}>
        <Complements
          ids={values.complements}
          onChange={complements => setFieldValue('complements', complements)}
          self={self}
        />
      </Fieldset>
    </Stack>
  )
}
