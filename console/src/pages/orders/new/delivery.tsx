import { Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useFormats } from '../../../language/formats.ts'
import { useTexts } from '../../../language/language.tsx'
import { useStores } from '../../../parts/stores.ts'
import { useDeliveryDays } from '../../../sales/delivery-methods.ts'
import { useCountries } from '../../delivery/countries.ts'
import { AT_HOME, COLLECTED, type Draft, deliveryTypeOf } from './draft.ts'
import { newOrderTexts } from './texts.ts'

/** The address, and the methods that the shop offers for it, or a collection. */
export function Delivery({ draft: { form, basket } }: { draft: Draft }) {
  const texts = useTexts(newOrderTexts)
  const { euros } = useFormats()
  const daysOf = useDeliveryDays()
  const { choices: stores } = useStores()
  const { choices: countries } = useCountries()
  const type = deliveryTypeOf(form.values, basket)
  const offers = basket?.offresLivraison
  const methods = offers?.map(({ code, nom, prixCents, delaiJours }) => {
    const price = prixCents === 0 ? texts.free : euros(prixCents)
    return { value: code, label: [nom, price, delaiJours && daysOf(delaiJours)].filter(Boolean).join(', ') }
  }) ?? [
    { value: AT_HOME, label: texts.atHome },
    { value: COLLECTED, label: texts.collect },
  ]
  return (
    <>
      {type !== 'retrait' && (
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
          <TextInput label={texts.street} required {...form.getInputProps('rue')} />
          <TextInput label={texts.complement} {...form.getInputProps('complement')} />
          <TextInput label={texts.postcode} required maxLength={20} {...form.getInputProps('codePostal')} />
          <TextInput label={texts.town} required {...form.getInputProps('ville')} />
          <Select
            {...form.getInputProps('pays')}
            label={texts.country}
            data={countries}
            allowDeselect={false}
            searchable
          />
        </SimpleGrid>
      )}
      {offers?.length === 0 && (
        <Text size="sm" role="status">
          {texts.noOffer}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Select
          {...form.getInputProps('method')}
          // A method that the present address is not offered must be chosen again.
          value={type === undefined ? null : form.values.method}
          label={texts.method}
          data={methods}
          required
          allowDeselect={false}
          disabled={methods.length === 0}
        />
        {type === 'retrait' && (
          <Select
            {...form.getInputProps('magasinId')}
            value={form.values.magasinId || null}
            label={texts.store}
            data={stores}
            required
            allowDeselect={false}
          />
        )}
        {type === 'relais' && (
          <>
            <TextInput label={texts.pointId} required maxLength={200} {...form.getInputProps('pointId')} />
            <TextInput
              label={texts.pointName}
              required
              maxLength={200}
              {...form.getInputProps('pointName')}
            />
            <TextInput
              label={texts.pointAddress}
              required
              maxLength={200}
              {...form.getInputProps('pointAddress')}
            />
          </>
        )}
      </SimpleGrid>
    </>
  )
}
