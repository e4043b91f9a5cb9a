import { Autocomplete, Fieldset, Group, MultiSelect, Pill, Stack, TagsInput, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { answerOf, api } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { useStores } from '../../parts/stores.ts'
import { withoutSubmit } from '../../parts/without-submit.ts'
import { useDeliveryMethods } from '../../sales/delivery-methods.ts'
import { ProductPicker, useProductName } from '../../sales/product-picker.tsx'
import type { PromotionForm } from './fields.tsx'
import { fieldTexts } from './texts.ts'

/** The products of a promotion. */
export function TargetProducts({ form }: { form: PromotionForm }) {
  const texts = useTexts(fieldTexts)
  const { idProduit } = form.values
  const { data: categories = [] } = useQuery({
    queryKey: ['categories'],
    queryFn: () => answerOf(api.GET('/api/publique/categories', { params: { query: {} } })),
    staleTime: 60_000,
  })
  const setProducts = (ids: string[]) => form.setFieldValue('idProduit', [...new Set(ids)])
  return (
    <Fieldset legend={texts.idProduit}>
      <Stack gap="xs">
        {idProduit.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.idProduitHint}
          </Text>
        )}
        <Group gap={6}>
          {idProduit.map(id => (
            <Product key={id} id={id} onRemove={() => setProducts(idProduit.filter(one => one !== id))} />
          ))}
        </Group>
        <ProductPicker label={texts.addProduct} onPick={({ id }) => setProducts([...idProduit, id])} />
        <Autocomplete
          label={texts.categorieProduit}
          data={[...new Set(categories.map(({ nom }) => nom))]}
          limit={20}
          maxLength={255}
          {...form.getInputProps('categorieProduit')}
        />
      </Stack>
    </Fieldset>
  )
}

/** The methods of a free delivery. A code whose method was deleted stays selected until it is removed. */
export function DeliveryMethods({ form }: { form: PromotionForm }) {
  const texts = useTexts(fieldTexts)
  const { data: methods = [] } = useDeliveryMethods()
  const deleted = form.values.modesLivraison.filter(code => methods.every(method => method.code !== code))
  return (
    <MultiSelect
      label={texts.modesLivraison}
      description={texts.modesLivraisonHint}
      data={[
        ...methods.map(({ code, nom }) => ({ value: code, label: nom })),
        ...deleted.map(code => ({ value: code, label: code })),
      ]}
      searchable
      onKeyDown={withoutSubmit}
      {...form.getInputProps('modesLivraison')}
    />
  )
}

/** The customers and stores of a promotion. */
export function Targets({ form }: { form: PromotionForm }) {
  const texts = useTexts(fieldTexts)
  const { choices } = useStores()
  return (
    <>
      <TagsInput
        label={texts.idClient}
        description={texts.idClientHint}
        maxTags={500}
        {...form.getInputProps('idClient')}
      />
      <MultiSelect
        label={texts.idMagasin}
        description={texts.idMagasinHint}
        data={choices}
        searchable
        onKeyDown={withoutSubmit}
        {...form.getInputProps('idMagasin')}
      />
    </>
  )
}

function Product({ id, onRemove }: { id: string; onRemove: () => void }) {
  const texts = useTexts(fieldTexts)
  const name = useProductName(id)
  return (
    <Pill withRemoveButton onRemove={onRemove} removeButtonProps={{ 'aria-label': texts.remove(name) }}>
      {name}
    </Pill>
  )
}
