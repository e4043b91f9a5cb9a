import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { formTexts } from './form-texts.ts'
import { listTexts } from './list-texts.ts'
import { pageTexts } from './page-texts.ts'
import { findDifferences, type Values } from './values.ts'

/** Changes saved by another user since `base` was read, beside the values of the form. */
export function Conflict({
  base,
  saved,
  typed,
  savedAt,
  onKeepMine,
  onTakeTheirs,
}: {
  base: Values
  saved: Values
  typed: Values
  savedAt: string
  onKeepMine: () => void
  onTakeTheirs: () => void
}) {
  const words = useTexts(pageTexts)
  const names = useTexts(formTexts)
  const states = useTexts(listTexts)
  const { moment, euros, count } = useFormats()
  const mine = findDifferences(base, typed)
  const place = useRef<HTMLDivElement>(null)
  // The submit button is at the end of a form longer than the screen, so the conflict gets the focus.
  useEffect(() => place.current?.focus(), [])
  const shown = (name: keyof Values, values: Values) => {
    const value = values[name]
    if (name === 'prix' && typeof value === 'number') return euros(Math.round(value * 100))
    if (name === 'statut') return states[values.statut]
    if (typeof value === 'boolean') return value ? names.yes : names.no
    if (Array.isArray(value)) return value.length > 0 ? value.join(', ') : words.empty
    return value === '' ? words.empty : typeof value === 'number' ? count(value) : value
  }
  return (
    <Alert ref={place} tabIndex={-1} color="orange" role="alert" title={words.conflict}>
      <Stack gap="sm">
        <Text size="sm">{words.conflictText(moment(savedAt))}</Text>
        <DataTable
          caption={words.field}
          rows={findDifferences(base, saved)}
          rowKey={name => name}
          columns={[
            { key: 'field', title: words.field, cell: name => names[name] },
            { key: 'theirs', title: words.theirs, cell: name => shown(name, saved) },
            {
              key: 'yours',
              title: words.yours,
              cell: name => (mine.includes(name) ? shown(name, typed) : words.untouched),
            },
          ]}
        />
        <Group gap="xs">
          <Button size="xs" onClick={onKeepMine}>
            {words.keepMine}
          </Button>
          <Button size="xs" variant="default" onClick={onTakeTheirs}>
            {words.takeTheirs}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}
