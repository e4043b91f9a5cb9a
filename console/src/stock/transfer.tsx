import { Alert, Button, Modal, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, ComptoirError, createKeyHeader } from '../api/client.ts'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { ErrorAlert } from '../parts/error-alert.tsx'
import { useNotify } from '../parts/notify.ts'
import { useStores } from '../parts/stores.ts'
import { partTexts } from '../parts/texts.ts'
import type { Stock } from './count.tsx'
import { stockTexts } from './texts.ts'

/** Moves free units of a stock to another store of the user. */
export function TransferStock({
  stock,
  title,
  onClose,
}: {
  stock: Stock
  title: string
  onClose: () => void
}) {
  const words = useTexts(stockTexts)
  const { cancel } = useTexts(partTexts)
  const { count } = useFormats()
  const client = useQueryClient()
  const tell = useNotify()
  const { choices, nameOf } = useStores()
  // A repeated call with the same input, for example after a lost connection, moves the units once.
  const [header, setHeader] = useState(createKeyHeader)
  const { productId, storeId: deMagasinId, stock: free } = stock
  const form = useForm({
    initialValues: { store: null as string | null, quantity: '' as number | '', reason: '' },
    validate: {
      store: value => (value === null ? words.needed : null),
      quantity: value =>
        value === '' || value === 0 ? words.needed : value > free ? words.notFree(count(free)) : null,
    },
    onValuesChange: () => setHeader(createKeyHeader()),
  })
  const move = useMutation({
    mutationFn: ({ store, quantity, reason }: typeof form.values) =>
      answerOf(
        api.POST('/api/v1/privee/stocks/transferts', {
          params: { header },
          body: {
            ...{ productId, deMagasinId, versMagasinId: Number(store), quantite: Number(quantity) },
            motif: reason.trim() || null,
          },
        }),
      ),
    onSuccess: ({ versMagasinId, quantite }) => {
      void client.invalidateQueries({ queryKey: ['stocks'] })
      tell.done(words.transferred(count(quantite), nameOf(versMagasinId)))
      onClose()
    },
    onError: () => {
      setHeader(createKeyHeader())
      void client.invalidateQueries({ queryKey: ['stocks'] })
    },
  })
  const isShort = move.error instanceof ComptoirError && move.error.status === 409
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': cancel }}>
      <form onSubmit={form.onSubmit(values => move.mutate(values))} noValidate>
        <Stack>
          <Text size="sm" c="dimmed">
            {words.freeIn(count(free), nameOf(deMagasinId))}
          </Text>
          <Select
            {...form.getInputProps('store')}
            label={words.toStore}
            withAsterisk
            searchable
            data={choices.filter(({ value }) => value !== String(deMagasinId))}
            data-autofocus
          />
          <NumberInput
            {...form.getInputProps('quantity')}
            label={words.quantity}
            withAsterisk
            allowDecimal={false}
            allowNegative={false}
            max={1_000_000_000}
          />
          <TextInput {...form.getInputProps('reason')} label={words.reason} maxLength={200} />
          {isShort ? (
            <Alert color="red" role="alert">
              {words.noLongerFree}
            </Alert>
          ) : (
            move.error && <ErrorAlert error={move.error} />
          )}
          <Button type="submit" loading={move.isPending}>
            {words.transfer}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
