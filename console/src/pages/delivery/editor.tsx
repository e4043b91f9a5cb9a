import { Anchor, Button, Group, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ComptoirError } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { leaveWithoutWarning, useLeaveWarning } from '../../parts/leave-warning.ts'
import { useNotify } from '../../parts/notify.ts'
import { Page } from '../../parts/page.tsx'
import { DELIVERY_METHODS, type DeliveryMethod } from '../../sales/delivery-methods.ts'
import { Actions } from './actions.tsx'
import { Fields } from './fields.tsx'
import { bodyOf, changesOf, createDefaultValues, type Values, validateMethod, valuesOf } from './form.ts'
import { formTexts } from './form-texts.ts'
import { StateBadge } from './list.tsx'
import { changeMethod, createMethod } from './methods.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { deliveryTexts } from './texts.ts'

/** The field to which a refusal belongs; undefined if it belongs to none. */
const fieldOf = (error: unknown) => {
  const code = error instanceof ComptoirError ? error.code : undefined
  return code === 'code-existant' ? 'code' : code === 'mode-utilise' ? 'type' : undefined
}

/** The form of a delivery method, beside the prices that the shop offers. */
export function MethodEditor({ method: given }: { method?: DeliveryMethod }) {
  const texts = useTexts(deliveryTexts)
  const words = useTexts(formTexts)
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { done } = useNotify()
  // The version that the form changes: a refetch of the list does not replace it.
  const [before, setBefore] = useState(given)
  const form = useForm<Values>({
    initialValues: before ? valuesOf(before) : createDefaultValues(),
    validate: values => validateMethod(values, words),
  })
  /** Continues with the saved version; the form shows `values`. */
  const adopt = (saved: DeliveryMethod, values = valuesOf(saved)) => {
    setBefore(saved)
    form.setInitialValues(valuesOf(saved))
    form.setValues(values)
    return client.invalidateQueries({ queryKey: DELIVERY_METHODS })
  }
  const saving = useMutation({
    mutationFn: (values: Values) =>
      before ? changeMethod(before.code, changesOf(values, before)) : createMethod(bodyOf(values)),
    onSuccess: async saved => {
      done(before ? texts.saved : texts.created)
      // A new method's page finds it in the list.
      await adopt(saved)
      if (!before) leaveWithoutWarning(() => navigate(`/${saved.code}`))
    },
    onError: error => {
      const field = fieldOf(error)
      if (!field) return
      form.setFieldError(field, field === 'code' ? texts.codeTaken : texts.typeUsed)
      form.getInputNode(field)?.focus()
    },
  })
  const isDirty = form.isDirty()
  useLeaveWarning(isDirty)
  return (
    <Page
      title={before ? before.nom : texts.add}
      actions={
        before && (
          <Actions
            method={before}
            onChange={saved => adopt(saved, { ...form.getValues(), actif: saved.actif })}
          />
        )
      }
    >
      <Group gap="sm">
        <Anchor component={Link} href="/" size="sm">
          ← {texts.back}
        </Anchor>
        {before && <StateBadge of={before} />}
      </Group>
      <div className="with-preview">
        <form
          onSubmit={form.onSubmit(
            values => saving.mutate(values),
            errors => form.getInputNode(Object.keys(errors)[0] ?? '')?.focus(),
          )}
          noValidate
        >
          <Stack>
            <Fields form={form} isNew={!before} />
            {saving.error && !fieldOf(saving.error) && <ErrorAlert error={saving.error} />}
            <Button type="submit" loading={saving.isPending} style={{ alignSelf: 'end' }}>
              {before ? texts.save : texts.create}
            </Button>
          </Stack>
        </form>
        <PreviewPanel code={before?.code} isUnsaved={isDirty} />
      </div>
    </Page>
  )
}
