import {
  Alert,
  Button,
  Checkbox,
  Modal,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, ComptoirError, type Shapes } from '../api/client.ts'
import { useFormats } from '../language/formats.ts'
import { useTexts } from '../language/language.tsx'
import { ErrorAlert } from '../parts/error-alert.tsx'
import { useNotify } from '../parts/notify.ts'
import { partTexts } from '../parts/texts.ts'
import { stockTexts } from './texts.ts'

export type Stock = Shapes['StockCompte']

type Typed = {
  way: 'count' | 'difference'
  quantity: number | ''
  threshold: number | ''
  reason: string
  isRestocking: boolean
}

const hasStatus = (error: unknown, status: number) =>
  error instanceof ComptoirError && error.status === status

/** The current state of the same stock. */
async function latestOf({ storeId, productId, id }: Stock) {
  const query = { storeId, productIds: String(productId) }
  const { data } = await answerOf(api.GET('/api/v1/privee/stocks', { params: { query } }))
  return data.find(row => row.id === id)
}

function bodyOf({ way, quantity, threshold, reason, isRestocking }: Typed, { seuil }: Stock) {
  const motif = reason.trim() || null
  const nature: { nature?: 'reassort' } = isRestocking && Number(quantity) > 0 ? { nature: 'reassort' } : {}
  const change =
    quantity === ''
      ? {}
      : { motif, ...(way === 'count' ? { quantity } : { difference: quantity, ...nature }) }
  const next = threshold === '' ? null : threshold
  return { ...change, ...(next === seuil ? {} : { seuil: next }) }
}

/**
 * Records a count or a difference, and the threshold. If another user changed the stock since it was read, it shows the
 * new state first.
 */
export function CountStock({ stock, title, onClose }: { stock: Stock; title: string; onClose: () => void }) {
  const words = useTexts(stockTexts)
  const { cancel } = useTexts(partTexts)
  const { count, moment } = useFormats()
  const client = useQueryClient()
  const tell = useNotify()
  const [base, setBase] = useState(stock)
  const form = useForm<Typed>({
    initialValues: {
      ...{ way: 'count', quantity: '', threshold: stock.seuil ?? '', reason: '', isRestocking: false },
    },
    validate: {
      quantity: (value, typed) =>
        Object.keys(bodyOf(typed, base)).length === 0 && value === '' ? words.needed : null,
    },
  })
  const { way, quantity } = form.values
  const save = useMutation({
    mutationFn: (typed: Typed) =>
      answerOf(
        api.PATCH('/api/v1/privee/stocks/{storeId}/{productId}', {
          params: {
            path: { storeId: base.storeId, productId: base.productId },
            header: { 'If-Match': `"${base.updatedAt}"` },
          },
          body: bodyOf(typed, base),
        }),
      ),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['stocks'] })
      tell.done(words.saved)
      onClose()
    },
    onError: async error => {
      if (!hasStatus(error, 412)) return
      void client.invalidateQueries({ queryKey: ['stocks'] })
      const latest = await latestOf(base)
      if (latest) setBase(latest)
    },
  })
  const isShort = way === 'count' && quantity !== '' && quantity < base.reserve
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ 'aria-label': cancel }}>
      <form onSubmit={form.onSubmit(typed => save.mutate(typed))} noValidate>
        <Stack>
          {hasStatus(save.error, 412) ? (
            <Alert color="orange" role="alert">
              {words.stale(moment(base.updatedAt), count(base.enStock))}
            </Alert>
          ) : (
            <Text size="sm" c="dimmed">
              {words.nowThere(count(base.enStock), count(base.reserve))}
            </Text>
          )}
          <SegmentedControl
            aria-label={words.way}
            fullWidth
            {...form.getInputProps('way')}
            data={[
              { value: 'count', label: words.byCount },
              { value: 'difference', label: words.byDifference },
            ]}
          />
          <NumberInput
            {...form.getInputProps('quantity')}
            label={way === 'count' ? words.counted : words.difference}
            allowDecimal={false}
            allowNegative={way === 'difference'}
            max={1_000_000_000}
            data-autofocus
          />
          {way === 'difference' && Number(quantity) > 0 && (
            <Checkbox
              {...form.getInputProps('isRestocking', { type: 'checkbox' })}
              label={words.isRestocking}
            />
          )}
          <TextInput {...form.getInputProps('reason')} label={words.reason} maxLength={200} />
          {isShort && (
            <Alert color="yellow" role="status">
              {words.belowPromised}
            </Alert>
          )}
          <NumberInput
            {...form.getInputProps('threshold')}
            label={words.threshold}
            description={words.thresholdHint}
            allowDecimal={false}
            allowNegative={false}
            max={1_000_000_000}
          />
          {hasStatus(save.error, 409) ? (
            <Alert color="red" role="alert">
              {words.tooFew}
            </Alert>
          ) : (
            save.error && !hasStatus(save.error, 412) && <ErrorAlert error={save.error} />
          )}
          <Button type="submit" loading={save.isPending}>
            {words.save}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
