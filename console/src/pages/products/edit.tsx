import { Alert, Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { answerOf, api, ComptoirError } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { useLeaveWarning } from '../../parts/leave-warning.ts'
import { useNotify } from '../../parts/notify.ts'
import { createValidators } from './checks.ts'
import { Conflict } from './conflict.tsx'
import { Fields } from './fields.tsx'
import { focusFirstInvalid } from './focus-first.ts'
import { formTexts } from './form-texts.ts'
import { pageTexts } from './page-texts.ts'
import { changesOf, findDifferences, type Product, valuesOf } from './values.ts'

/** Whether a save failed because another user has saved the product since it was read. */
export const isStale = (error: unknown) => error instanceof ComptoirError && error.status === 412
/** Whether a save failed because another product has the barcode. */
export const isTaken = (error: unknown) =>
  error instanceof ComptoirError && error.status === 422 && /already exists/.test(error.message)

/**
 * Saves the fields that the user changed, if the product has not changed since it was read. If another user saved first, it
 * shows both versions and keeps the input. `product` is the latest version from the server.
 */
export function EditProduct({ product, refetch }: { product: Product; refetch: () => Promise<unknown> }) {
  const words = useTexts(pageTexts)
  const client = useQueryClient()
  const tell = useNotify()
  const [base, setBase] = useState(product)
  const [isRebased, setRebased] = useState(false)
  const form = useForm({ initialValues: valuesOf(product), validate: createValidators(useTexts(formTexts)) })
  const { values } = form
  const isDirty = findDifferences(valuesOf(base), values).length > 0
  const isBehind = product.updatedAt !== base.updatedAt
  useLeaveWarning(isDirty)

  const standOn = (latest: Product, shown = valuesOf(latest)) => {
    setBase(latest)
    form.setValues(shown)
    form.clearErrors()
  }
  // A form without changes adopts a newer version as soon as the server sends one.
  useEffect(() => {
    if (isBehind && !isDirty) standOn(product)
  }, [product])

  const save = useMutation({
    mutationFn: () =>
      answerOf(
        api.PATCH('/api/publique/produits/{id}', {
          params: { path: { id: base.id }, header: { 'If-Match': `"${base.updatedAt}"` } },
          body: changesOf(valuesOf(base), values),
        }),
      ),
    onSuccess: latest => {
      standOn(latest)
      setRebased(false)
      client.setQueryData(['products', 'one', latest.id], latest)
      void client.invalidateQueries({ queryKey: ['products', 'list'] })
      void client.invalidateQueries({ queryKey: ['products', 'one', latest.id, 'prices'] })
      tell.done(words.saved)
    },
    onError: error => {
      if (isStale(error)) void refetch()
      if (isTaken(error)) form.setFieldError('ean', words.taken)
    },
  })

  const keepMine = () => {
    const kept = findDifferences(valuesOf(base), values)
    const mine = Object.fromEntries(kept.map(name => [name, values[name]]))
    standOn(product, { ...valuesOf(product), ...mine })
    setRebased(true)
    save.reset()
  }
  const takeTheirs = () => {
    standOn(product)
    setRebased(false)
    save.reset()
  }

  return (
    <form onSubmit={form.onSubmit(() => save.mutate(), focusFirstInvalid(form))} noValidate>
      <Stack>
        {isBehind && isDirty && (
          <Conflict
            base={valuesOf(base)}
            saved={valuesOf(product)}
            typed={values}
            savedAt={product.updatedAt}
            onKeepMine={keepMine}
            onTakeTheirs={takeTheirs}
          />
        )}
        {isRebased && !isBehind && (
          <Alert color="blue" role="status">
            {words.rebased}
          </Alert>
        )}
        <Fields form={form} self={base.id} />
        {save.error && !isStale(save.error) && !isTaken(save.error) && <ErrorAlert error={save.error} />}
        <Group gap="xs">
          <Button type="submit" loading={save.isPending} disabled={!isDirty || isBehind}>
            {words.save}
          </Button>
          {isDirty && !isBehind && (
            <Button variant="default" onClick={() => standOn(base)}>
              {words.discard}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}
