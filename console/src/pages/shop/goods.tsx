import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import { answerOf, api } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { useNotify } from '../../parts/notify.ts'
import { shopTexts } from './texts.ts'

/** The stores so far, and a form to add one. */
export function StoresStep({ total }: { total: number | undefined }) {
  const texts = useTexts(shopTexts)
  const { count } = useFormats()
  const { done } = useNotify()
  const client = useQueryClient()
  const form = useForm({ initialValues: { nom: '', adresse: '' } })
  const adding = useMutation({
    mutationFn: (body: typeof form.values) => answerOf(api.POST('/api/publique/magasins', { body })),
    onSuccess: async () => {
      form.reset()
      done(texts.storeAdded)
      await client.invalidateQueries({ queryKey: ['stores'] })
    },
  })
  return (
    <Stack maw="28rem">
      {total !== undefined && total > 0 && (
        <Text>
          {texts.storesCount(count(total), total)}. {texts.keepSample}{' '}
          <Anchor component={Link} href="~/console/magasins">
            {texts.seeStores}
          </Anchor>
        </Text>
      )}
      <form onSubmit={form.onSubmit(values => adding.mutate(values))}>
        <Stack>
          <TextInput label={texts.storeName} required maxLength={100} {...form.getInputProps('nom')} />
          <TextInput label={texts.storeAddress} required maxLength={500} {...form.getInputProps('adresse')} />
          {adding.error && <ErrorAlert error={adding.error} />}
          <div>
            <Button type="submit" variant="default" loading={adding.isPending}>
              {texts.addStore}
            </Button>
          </div>
        </Stack>
      </form>
    </Stack>
  )
}

/** The products so far, and the ways to add some. */
export function ProductsStep({ total }: { total: number | undefined }) {
  const texts = useTexts(shopTexts)
  const { count } = useFormats()
  return (
    <Stack gap="sm">
      {total !== undefined && total > 0 && (
        <Text>
          {texts.productsCount(count(total), total)}. {texts.keepSample}{' '}
          <Anchor component={Link} href="~/console/produits">
            {texts.seeProducts}
          </Anchor>
        </Text>
      )}
      <Group gap="xs">
        <Button component={Link} href="~/console/produits/imports">
          {texts.importProducts}
        </Button>
        <Button component={Link} href="~/console/produits/nouveau" variant="default">
          {texts.newProduct}
        </Button>
      </Group>
    </Stack>
  )
}
