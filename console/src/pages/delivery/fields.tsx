import {
  Fieldset,
  NumberInput,
  Select,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useLanguage, useTexts } from '../../language/language.tsx'
import type { Values } from './form.ts'
import { formTexts } from './form-texts.ts'
import { Tariffs } from './tariffs.tsx'
import { deliveryTexts } from './texts.ts'
import { Zones } from './zones.tsx'

export type MethodForm = UseFormReturnType<Values>

const TYPES = ['domicile', 'relais', 'retrait'] as const
const twoColumns = { base: 1, sm: 2 }

/** The fields of a delivery method. Its code cannot change once it is created. */
export function Fields({ form, isNew }: { form: MethodForm; isNew: boolean }) {
  const words = useTexts(formTexts)
  const texts = useTexts(deliveryTexts)
  const { language } = useLanguage()
  const { getInputProps, values } = form
  const decimalSeparator = language === 'fr' ? ',' : '.'
  return (
    <Stack>
      <Fieldset legend={words.essentials}>
        <Stack gap="sm">
          <SimpleGrid cols={twoColumns}>
            <TextInput label={words.nom} withAsterisk maxLength={100} {...getInputProps('nom')} />
            <TextInput
              label={words.code}
              description={isNew ? words.codeHint : undefined}
              withAsterisk={isNew}
              readOnly={!isNew}
              variant={isNew ? 'default' : 'unstyled'}
              maxLength={40}
              autoCapitalize="off"
              {...getInputProps('code')}
            />
            <Select
              label={words.type}
              data={TYPES.map(value => ({ value, label: texts[value] }))}
              allowDeselect={false}
              {...getInputProps('type')}
            />
          </SimpleGrid>
          <Textarea
            label={words.description}
            autosize
            minRows={2}
            maxLength={500}
            {...getInputProps('description')}
          />
          {isNew && <Switch label={words.actif} {...getInputProps('actif', { type: 'checkbox' })} />}
        </Stack>
      </Fieldset>
      <Fieldset legend={words.zones}>
        {values.type === 'retrait' ? (
          <Text size="sm" c="dimmed">
            {words.noZones}
          </Text>
        ) : (
          <Zones form={form} />
        )}
      </Fieldset>
      <Fieldset legend={words.tarifs}>
        <Stack gap="sm">
          <Tariffs form={form} />
          <NumberInput
            label={words.offertDes}
            description={words.offertDesHint}
            min={0}
            decimalScale={2}
            decimalSeparator={decimalSeparator}
            fixedDecimalScale
            suffix=" €"
            hideControls
            {...getInputProps('offertDes')}
          />
        </Stack>
      </Fieldset>
      <Fieldset legend={words.details}>
        <Stack gap="sm">
          <SimpleGrid cols={twoColumns}>
            {(['min', 'max'] as const).map(name => (
              <NumberInput
                key={name}
                label={words[name]}
                min={0}
                max={90}
                allowDecimal={false}
                {...getInputProps(name)}
              />
            ))}
          </SimpleGrid>
          <TextInput
            label={words.suiviUrl}
            description={words.suiviUrlHint}
            type="url"
            maxLength={2_000}
            {...getInputProps('suiviUrl')}
          />
          <NumberInput
            label={words.tauxTva}
            description={words.tauxTvaHint}
            min={0}
            max={100}
            decimalScale={2}
            decimalSeparator={decimalSeparator}
            suffix=" %"
            hideControls
            {...getInputProps('tauxTva')}
          />
        </Stack>
      </Fieldset>
    </Stack>
  )
}
