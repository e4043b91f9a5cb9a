import { Button, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { Answer } from '../../parts/answer.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Pager } from '../../parts/pager.tsx'
import { useSearchState } from '../../parts/search-state.ts'
import { DeadLetterDialog } from './dead-letter-dialog.tsx'
import { Named } from './lists.tsx'
import { type DeadLetter, LIMIT, useDeadLetters } from './refused-messages.ts'
import { deadLetterTexts } from './refused-texts.ts'
import { useSystemState } from './states.ts'
import { systemTexts } from './texts.ts'
import { useNames } from './use-names.ts'

/** Dead letters; each can be read, replayed if its body is complete, and deleted. */
export function DeadLetters({ pushedOut }: { pushedOut: number }) {
  const texts = useTexts(deadLetterTexts)
  const { noRefusals, refused } = useTexts(systemTexts)
  const { count, moment } = useFormats()
  const nameOf = useNames()
  const { get, page, set } = useSearchState()
  const file = get('file')
  const messages = useDeadLetters(file, page)
  const [shown, show] = useState<DeadLetter>()
  const columns = [
    { key: 'when', title: texts.when, cell: ({ le }: DeadLetter) => moment(le) },
    {
      key: 'queue',
      title: texts.queue,
      cell: ({ file }: DeadLetter) => <Named name={file} words={nameOf(file, true)} />,
    },
    { key: 'reason', title: texts.reason, cell: ({ motif }: DeadLetter) => motif },
    { key: 'times', title: texts.times, isNumber: true, cell: ({ fois }: DeadLetter) => count(fois) },
    {
      key: 'actions',
      title: texts.actions,
      cell: (message: DeadLetter) => (
        <Button
          size="xs"
          variant="default"
          onClick={() => show(message)}
          aria-label={texts.openOf(message.file, moment(message.le))}
        >
          {texts.open}
        </Button>
      ),
    },
  ]
  return (
    <Stack gap="xs">
      <QueueSelect value={file} onChange={queue => set({ file: queue })} />
      {pushedOut > 0 && <Text size="sm">{texts.pushedOut(count(pushedOut))}</Text>}
      <Answer of={messages}>
        {({ data, total }) => (
          <>
            <DataTable
              caption={refused}
              rows={data}
              rowKey={({ id }) => id}
              empty={noRefusals}
              columns={columns}
            />
            {total > 0 && (
              <Pager page={page} limit={LIMIT} total={total} onPage={next => set({ page: next })} />
            )}
          </>
        )}
      </Answer>
      {shown && <DeadLetterDialog message={shown} onClose={() => show(undefined)} />}
    </Stack>
  )
}

/** Filter by queue, shown if several queues have recent dead letters or one is selected. */
function QueueSelect({ value, onChange }: { value: string; onChange: (queue: string) => void }) {
  const texts = useTexts(deadLetterTexts)
  const nameOf = useNames()
  const { data } = useSystemState()
  const queues = [...new Set([...(data?.refus.derniers ?? []).map(({ file }) => file), value])]
    .filter(queue => queue !== '')
    .sort()
  if (queues.length < 2 && value === '') return null
  return (
    <Select
      label={texts.queue}
      data={[
        { value: '', label: texts.every },
        ...queues.map(queue => ({ value: queue, label: nameOf(queue, true) })),
      ]}
      value={value}
      onChange={queue => onChange(queue ?? '')}
      allowDeselect={false}
      w="min(100%, 20rem)"
    />
  )
}
