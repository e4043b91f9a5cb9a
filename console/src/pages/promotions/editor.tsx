import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { ComptoirError } from '../../api/client.ts'
import { useTexts } from '../../language/language.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { useNotify } from '../../parts/notify.ts'
import { Page } from '../../parts/page.tsx'
import { Question } from '../../parts/question.tsx'
import { pageAddress } from '../../sales/links.tsx'
import { PROMOTIONS, type Promotion, readPromotions } from '../../sales/promotions.ts'
import { Conflict } from './conflict.tsx'
import { Fields } from './fields.tsx'
import {
  bodyOf,
  changesOf,
  createDefaultValues,
  type Field,
  findDifferences,
  pick,
  type Values,
  validatePromotion,
  valuesOf,
} from './form.ts'
import { useNames } from './names.ts'
import { PreviewPanel } from './preview-panel.tsx'
import { changePromotion, createPromotion, deletePromotion } from './promotions.ts'
import { fieldTexts, promotionTexts } from './texts.ts'

/** `theirs`: the version that another user saved since the form was opened; `own`: the fields changed in the form. */
type ConflictFound = { theirs: Promotion; own: Field[] }

/** The form of a promotion, beside a preview of its effect on a basket. */
export function Editor({ promotion: given }: { promotion?: Promotion }) {
  const texts = useTexts(promotionTexts)
  const words = useTexts(fieldTexts)
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { done } = useNotify()
  // Initial values of the form: a refetch of the list does not change them.
  const [before, setBefore] = useState(given)
  const [conflict, setConflict] = useState<ConflictFound>()
  const form = useForm<Values>({
    initialValues: before ? valuesOf(before) : createDefaultValues(),
    validate: values => validatePromotion(values, words),
  })
  const refresh = () => client.invalidateQueries({ queryKey: PROMOTIONS })

  async function save(values: Values) {
    if (!before) return createPromotion(bodyOf(values))
    const latest = conflict?.theirs ?? before
    return changePromotion(latest, changesOf(values, latest))
  }
  const saving = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      done(texts.saved)
      await refresh()
      navigate('/')
    },
    onError: async error => {
      if (!before || !(error instanceof ComptoirError) || error.status !== 412) return
      const theirs = (await readPromotions()).find(({ id }) => id === before.id)
      if (!theirs) return
      const was = valuesOf(conflict?.theirs ?? before)
      const own = [...new Set([...(conflict?.own ?? []), ...findDifferences(form.getValues(), was)])]
      // Untouched fields adopt the changes of another user.
      form.setValues({ ...valuesOf(theirs), ...pick(form.getValues(), own) })
      setConflict({ theirs, own })
    },
  })
  const isConflict = saving.error instanceof ComptoirError && saving.error.status === 412
  const take = () => {
    if (!conflict) return
    setBefore(conflict.theirs)
    form.setValues(valuesOf(conflict.theirs))
    setConflict(undefined)
    saving.reset()
  }

  return (
    <Page
      title={before ? texts.editTitle : texts.newTitle}
      actions={
        <>
          {before && !before.autoAppliquee && (
            <Button component={Link} href={pageAddress(`/codes?promotion=${before.id}`)} variant="default">
              {texts.codes}
            </Button>
          )}
          <Anchor component={Link} href="/" size="sm">
            {texts.back}
          </Anchor>
        </>
      }
    >
      <div className="with-preview">
        <form onSubmit={form.onSubmit(values => saving.mutate(values))}>
          <Stack>
            {before && conflict && isConflict && (
              <Conflict
                before={valuesOf(before)}
                theirs={valuesOf(conflict.theirs)}
                own={conflict.own}
                onTake={take}
                onKeep={() => saving.mutate(form.values)}
                isBusy={saving.isPending}
              />
            )}
            <Fields form={form} />
            {saving.error && !isConflict && <ErrorAlert error={saving.error} />}
            <Group justify="space-between" gap="xs">
              {before ? <Remove promotion={before} onDone={refresh} /> : <span />}
              <Button type="submit" loading={saving.isPending}>
                {before ? texts.save : texts.create}
              </Button>
            </Group>
          </Stack>
        </form>
        <PreviewPanel
          promotion={bodyOf(form.values, conflict?.theirs ?? before)}
          promotionId={before?.id ?? null}
          isReady={Object.keys(validatePromotion(form.values, words)).length === 0}
        />
      </div>
    </Page>
  )
}

function Remove({ promotion, onDone }: { promotion: Promotion; onDone: () => unknown }) {
  const texts = useTexts(promotionTexts)
  const { nameOf } = useNames()
  const [, navigate] = useLocation()
  const [isAsked, ask] = useState(false)
  return (
    <>
      <Button variant="default" onClick={() => ask(true)}>
        {texts.remove}
      </Button>
      <Question
        opened={isAsked}
        onClose={() => ask(false)}
        title={texts.removeTitle(nameOf(promotion))}
        action={texts.removeAction(nameOf(promotion))}
        isDangerous
        onConfirm={async () => {
          await deletePromotion(promotion.id)
          await onDone()
          navigate('/')
        }}
      >
        <Text size="sm">{texts.removeHint}</Text>
      </Question>
    </>
  )
}
