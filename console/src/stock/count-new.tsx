import { Button, Modal, NumberInput, Select, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { answerOf, api } from '../api/client.ts'
import { useTexts } from '../language/language.tsx'
import { ErrorAlert } from '../parts/error-alert.tsx'
import { useNotify } from '../parts/notify.ts'
import { ProductSelect } from '../parts/product-select.tsx'
import { useStores } from '../parts/stores.ts'
import { partTexts } from '../parts/texts.ts'
import { stockTexts } from './texts.ts'

/** Counts a product that the store has not stocked before, which the list therefore does not show. */
export function CountNewStock({
  storeId,
  productId,
  onClose,
}: {
  storeId?: number | undefined
  /** Without it, the user selects the product. */
  productId?: number
  onClose: () => void
}) {
  const words = useTexts(stockTexts)
  const { cancel } = useTexts(partTexts)
  const client = useQueryClient()
  const tell = useNotify()
  const stores = useStores()
  const isNeeded = (value: unknown) => (value === null || value === '' ? words.needed : null)
  const form = useForm({
    initialValues: {
      store: storeId === undefined ? null : String(storeId),
      product: productId ?? null,
      quantity: '' as number | '',
    },
    validate: { store: isNeeded, product: isNeeded, quantity: isNeeded },
  })
  const { store, product, quantity } = form.values
  const save = useMutation({
    mutationFn: () =>
      answerOf(
        api.PATCH('/api/v1/privee/stocks/{storeId}/{productId}', {
          params: { path: { storeId: Number(store), productId: Number(product) } },
          body: { quantity: Number(quantity) },
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['stocks'] })
      tell.done(words.saved)
      onClose()
    },
  })
  return (
    <Modal opened onClose={onClose} title={words.addCount} closeButtonProps={{ 'aria-label': cancel }}>
      <form onSubmit={form.onSubmit(() => save.mutate())} noValidate>
        <Stack>
          <Select
            {...form.getInputProps('store')}
            label={words.store}
            withAsterisk
            searchable
            data={stores.choices}
          />
          {productId === undefined && (
            <ProductSelect
              label={words.product}
              value={product}
              error={form.errors.product}
              onChoose={id => form.setFieldValue('product', id)}
            />
          )}
          <NumberInput
            {...form.getInputProps('quantity')}
            label={words.counted}
            withAsterisk
            allowDecimal={false}
            allowNegative={false}
            max={1_000_000_000}
          />
          {save.error && <ErrorAlert error={save.error} />}
          <Button type="submit" loading={save.isPending}>
            {words.save}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
