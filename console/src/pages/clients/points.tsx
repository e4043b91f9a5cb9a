import {
  Alert,
  Badge,
  Button,
  Group,
  Modal,
  NumberInput,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useForm } from '@mantine/form'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { answerOf, api, ComptoirError, createKeyHeader, type Shapes } from '../../api/client.ts'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { ErrorAlert } from '../../parts/error-alert.tsx'
import { useNotify } from '../../parts/notify.ts'
import { Pager } from '../../parts/pager.tsx'
import { OrderLink } from '../../sales/links.tsx'
import { Section } from '../../sales/section.tsx'
import { useMay } from '../../shell/session.tsx'
import { clientTexts } from './texts.ts'

type Client = Shapes['Client']

const LIMIT = 5

/** The points of a customer and, for support, their history and changes by hand. */
export function Loyalty({ client }: { client: Client }) {
  const texts = useTexts(clientTexts)
  const { count, day } = useFormats()
  const maySupport = useMay()('support')
  const [isAdjusting, setAdjusting] = useState(false)
  const { pointsFidelite, niveauFidelisation, dateDebutFidelisation } = client
  return (
    <Section
      title={texts.loyalty}
      actions={
        maySupport && (
          <Button size="xs" variant="default" onClick={() => setAdjusting(true)}>
            {texts.adjust}
          </Button>
        )
      }
    >
      <Group gap="sm" align="baseline">
        <Text size="xl" fw={700}>
          {count(pointsFidelite)}
        </Text>
        <Text>{texts.points.toLowerCase()}</Text>
        <Badge variant="default" tt="none">
          {niveauFidelisation}
        </Badge>
      </Group>
      {dateDebutFidelisation && (
        <Text size="sm" c="dimmed">
          {texts.loyalSince} {day(dateDebutFidelisation)}
        </Text>
      )}
      {maySupport && <History id={client.idClient} />}
      {isAdjusting && <AdjustPoints client={client} onClose={() => setAdjusting(false)} />}
    </Section>
  )
}

function History({ id }: { id: string }) {
  const texts = useTexts(clientTexts)
  const { count, day } = useFormats()
  const [page, setPage] = useState(1)
  const points = useQuery({
    queryKey: ['client', id, 'points', page],
    queryFn: () =>
      answerOf(
        api.GET('/api/v1/privee/clients/{id}/points', {
          params: { path: { id }, query: { page, limit: LIMIT } },
        }),
      ),
    placeholderData: keepPreviousData,
  })
  return (
    <Answer of={points}>
      {({ data, total }) =>
        total > 0 && (
          <>
            <DataTable
              caption={texts.pointsHistory}
              rows={data}
              rowKey={({ ordreId, createdAt }) => ordreId ?? createdAt}
              columns={[
                { key: 'date', title: texts.date, cell: ({ createdAt }) => day(createdAt) },
                {
                  key: 'cause',
                  title: texts.cause,
                  cell: ({ ordreId, motif, auteur }) =>
                    ordreId === null ? (
                      <>
                        {motif ?? texts.adjustment}
                        {auteur && ` · ${auteur}`}
                      </>
                    ) : (
                      <OrderLink id={ordreId} />
                    ),
                },
                {
                  key: 'points',
                  title: texts.points,
                  isNumber: true,
                  cell: ({ points: difference }) =>
                    `${difference > 0 ? '+' : '−'}${count(Math.abs(difference))}`,
                },
              ]}
            />
            <Pager page={page} limit={LIMIT} total={total} onPage={setPage} />
          </>
        )
      }
    </Answer>
  )
}

function AdjustPoints({ client, onClose }: { client: Client; onClose: () => void }) {
  const texts = useTexts(clientTexts)
  const { count } = useFormats()
  const queries = useQueryClient()
  const tell = useNotify()
  // A repeated call with the same input, for example after a lost connection, changes the points once.
  const [header, setHeader] = useState(createKeyHeader)
  const form = useForm({
    initialValues: { way: 'add', points: '' as number | '', reason: '' },
    validate: {
      points: (value, { way }) =>
        value === '' || value === 0
          ? texts.needed
          : way === 'deduct' && value > client.pointsFidelite
            ? texts.atMost(count(client.pointsFidelite))
            : null,
      reason: value => (value.trim() === '' ? texts.needed : null),
    },
    onValuesChange: () => setHeader(createKeyHeader()),
  })
  const { way, points } = form.values
  const adjust = useMutation({
    mutationFn: ({ reason }: typeof form.values) =>
      answerOf(
        api.POST('/api/v1/privee/clients/{id}/points', {
          params: { path: { id: client.idClient }, header },
          body: { points: way === 'add' ? Number(points) : -Number(points), motif: reason.trim() },
        }),
      ),
    onSuccess: () => {
      tell.done(texts.adjusted)
      onClose()
    },
    onError: () => setHeader(createKeyHeader()),
    onSettled: () => queries.invalidateQueries({ queryKey: ['client', client.idClient] }),
  })
  const isRefused = adjust.error instanceof ComptoirError && adjust.error.status === 409
  return (
    <Modal opened onClose={onClose} title={texts.adjust} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={form.onSubmit(values => adjust.mutate(values))} noValidate>
        <Stack gap="sm">
          <SegmentedControl
            aria-label={texts.adjust}
            fullWidth
            {...form.getInputProps('way')}
            data={[
              { value: 'add', label: texts.add },
              { value: 'deduct', label: texts.deduct },
            ]}
          />
          <NumberInput
            {...form.getInputProps('points')}
            label={texts.points}
            required
            data-autofocus
            allowDecimal={false}
            allowNegative={false}
            max={1_000_000}
          />
          <TextInput {...form.getInputProps('reason')} label={texts.reason} required maxLength={200} />
          {isRefused ? (
            <Alert color="red" role="alert">
              {texts.tooManyPoints}
            </Alert>
          ) : (
            adjust.error && <ErrorAlert error={adjust.error} />
          )}
          <Button type="submit" loading={adjust.isPending}>
            {texts.save}
          </Button>
        </Stack>
      </form>
    </Modal>
  )
}
