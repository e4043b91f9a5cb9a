import { Anchor, Button, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from 'wouter'
import { answerOf, api } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { leaveWithoutWarning, useLeaveWarning } from '../../parts/leave-warning.ts'
import { useNotify } from '../../parts/notify.ts'
import { Page } from '../../parts/page.tsx'
import { createValidators } from './checks.ts'
import { isTaken } from './edit.tsx'
import { Fields } from './fields.tsx'
import { focusFirstInvalid } from './focus-first.ts'
import { formTexts } from './form-texts.ts'
import { pageTexts } from './page-texts.ts'
import { bodyOf, EMPTY } from './values.ts'

export function NewProduct() {
  const words = useTexts(pageTexts)
  const client = useQueryClient()
  const tell = useNotify()
  const [, navigate] = useLocation()
  const form = useForm({ initialValues: EMPTY, validate: createValidators(useTexts(formTexts)) })
  const create = useMutation({
    mutationFn: () => answerOf(api.POST('/api/publique/produits', { body: bodyOf(form.values) })),
    onSuccess: product => {
      client.setQueryData(['products', 'one', product.id], product)
      void client.invalidateQueries({ queryKey: ['products', 'list'] })
      tell.done(words.created)
      leaveWithoutWarning(() => navigate(`/${product.id}`))
    },
    onError: error => {
      if (isTaken(error)) form.setFieldError('ean', words.taken)
    },
  })
  useLeaveWarning(form.isDirty() && !create.isSuccess)
  return (
    <Page title={words.newTitle}>
      <Anchor component={Link} href="/" size="sm">
        {words.back}
      </Anchor>
      <form onSubmit={form.onSubmit(() => create.mutate(), focusFirstInvalid(form))} noValidate>
        <Stack>
          <Fields form={form} />
          {create.error && !isTaken(create.error) && <ErrorAlert error={create.error} />}
          <Button type="submit" loading={create.isPending} style={{ alignSelf: 'start' }}>
            {words.create}
          </Button>
        </Stack>
      </form>
    </Page>
  )
}
