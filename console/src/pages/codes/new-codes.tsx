import { Alert, Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'wouter'
import { ComptoirError } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { downloadFile } from '../../parts/download.ts'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { useNotify } from '../../parts/notify.ts'
import { partTexts } from '../../parts/texts.ts'
import { useCallKey } from '../../sales/call-key.ts'
import { pageAddress } from '../../sales/links.tsx'
import { usePromotions } from '../../sales/promotions.ts'
import { CODES, createCode, generateCodes } from './codes.ts'
import { Fields } from './fields.tsx'
import { bodyOf, createDefaultValues, type Values, validateCodes } from './form.ts'
import { newCodeTexts } from './texts.ts'

const isTaken = (error: unknown) => error instanceof ComptoirError && error.code === 'code-existant'
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Paris' }).format(new Date())

type Generated = { file: Blob; name: string; count: number }

/** Creates one code, or generates many and downloads them as a CSV file. */
export function NewCodesDialog({
  promotionId,
  onClose,
}: {
  promotionId: number | undefined
  onClose: () => void
}) {
  const texts = useTexts(newCodeTexts)
  const { cancel } = useTexts(partTexts)
  const promotions = usePromotions()
  const [generated, setGenerated] = useState<Generated>()
  return (
    <Modal opened onClose={onClose} title={texts.title} closeButtonProps={{ 'aria-label': cancel }}>
      {generated ? (
        <Result of={generated} onClose={onClose} />
      ) : (
        <Answer of={promotions}>
          {all => {
            const choices = all.filter(({ autoAppliquee }) => !autoAppliquee)
            if (choices.length === 0) return <NoPromotion />
            const isChoice = choices.some(({ id }) => id === promotionId)
            return (
              <NewCodesForm
                promotionId={isChoice ? promotionId : undefined}
                onGenerated={setGenerated}
                onClose={onClose}
              />
            )
          }}
        </Answer>
      )}
    </Modal>
  )
}

function NoPromotion() {
  const texts = useTexts(newCodeTexts)
  return (
    <Stack align="flex-start">
      <Text size="sm">{texts.noPromotion}</Text>
      <Anchor component={Link} href={pageAddress('/promotions/nouvelle')} size="sm">
        {texts.newPromotion}
      </Anchor>
    </Stack>
  )
}

function NewCodesForm({
  promotionId,
  onGenerated,
  onClose,
}: {
  promotionId: number | undefined
  onGenerated: (codes: Generated) => void
  onClose: () => void
}) {
  const texts = useTexts(newCodeTexts)
  const { cancel } = useTexts(partTexts)
  const { count } = useFormats()
  const client = useQueryClient()
  const { done } = useNotify()
  const keyOf = useCallKey()
  const form = useForm<Values>({
    initialValues: createDefaultValues(promotionId),
    validate: values => validateCodes(values, texts, today()),
  })
  const creating = useMutation({
    mutationFn: async (values: Values) => {
      const body = bodyOf(values)
      if (values.kind === 'one') {
        await createCode(body, keyOf(body))
        done(texts.created(values.code.trim()))
        return onClose()
      }
      const file = await generateCodes(body, keyOf(body))
      const name = `${['codes', body.prefixe?.replaceAll(' ', '-'), today()].filter(Boolean).join('-')}.csv`
      downloadFile(file, name)
      onGenerated({ file, name, count: Number(values.count) })
    },
    onError: error => {
      if (isTaken(error)) form.setFieldError('code', texts.taken)
    },
    onSettled: () => client.invalidateQueries({ queryKey: CODES }),
  })
  const { kind, count: wanted } = form.values
  return (
    <form onSubmit={form.onSubmit(values => creating.mutate(values))} noValidate>
      <Stack>
        <Fields form={form} />
        {creating.error && !isTaken(creating.error) && <ErrorAlert error={creating.error} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={creating.isPending}>
            {cancel}
          </Button>
          <Button type="submit" loading={creating.isPending}>
            {kind === 'one' ? texts.createOne : texts.createMany(count(Number(wanted)))}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function Result({ of: { file, name, count: made }, onClose }: { of: Generated; onClose: () => void }) {
  const texts = useTexts(newCodeTexts)
  const { count } = useFormats()
  return (
    <Stack>
      <Alert color="teal" role="status">
        <span className="wraps">{texts.generated(count(made), name)}</span>
      </Alert>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={() => downloadFile(file, name)}>
          {texts.again}
        </Button>
        <Button onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      </Group>
    </Stack>
  )
}
