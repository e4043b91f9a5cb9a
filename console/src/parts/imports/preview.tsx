import { Badge, Box, Stack, Text, Title } from '@mantine/core'
import { useFormats } from '../../language/formats.ts'
import { useTexts } from '../../language/language.tsx'
import { DataTable } from '../data-table.tsx'
import type { ImportRunInFull } from './source.ts'
import { importTexts } from './texts.ts'

type Line = NonNullable<ImportRunInFull['apercu']>[number]

const COLORS: Record<Line['outcome'], string> = {
  created: 'teal',
  updated: 'blue',
  unchanged: 'gray',
  failed: 'red',
}
const SHOWN = 60

/** The first lines of a file as the import understands them, with the values that they would replace. */
export function Preview({ run: { colonnes = [], apercu = [] } }: { run: ImportRunInFull }) {
  const words = useTexts(importTexts)
  const { euros, count, day } = useFormats()
  if (apercu.length === 0) return null
  const titles = {
    ...{ created: words.willCreate, updated: words.willUpdate },
    ...{ unchanged: words.willStay, failed: words.willFail },
  }
  const headers = new Map(colonnes.map(({ field, header }) => [field, header]))
  const fields = [...new Set(apercu.flatMap(({ values }) => Object.keys(values)))].filter(field =>
    apercu.some(({ values, before }) => values[field] || before[field]),
  )
  function format(field: string, value = '') {
    if (field.endsWith('Cents') && /^-?\d+$/.test(value)) return euros(Number(value))
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return day(value)
    if (/^-?\d+\.\d+$/.test(value)) return count(Number(value))
    if (value === 'true' || value === 'false') return value === 'true' ? words.yes : words.no
    const text =
      value.startsWith('["') && value.endsWith('"]') ? value.slice(2, -2).replaceAll('","', ', ') : value
    return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text || '–'
  }
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {words.preview}
      </Title>
      <Text size="sm" c="dimmed">
        {words.previewHint}
      </Text>
      {colonnes.length > 0 && (
        <Text size="sm">
          {words.recognized} : {colonnes.map(({ header }) => header).join(', ')}
        </Text>
      )}
      {/* The focus on the region lets the keyboard scroll it. */}
      <Box component="section" aria-label={words.preview} tabIndex={0} style={{ overflowX: 'auto' }}>
        <DataTable
          caption={words.preview}
          rows={apercu}
          rowKey={({ line }) => line}
          columns={[
            { key: 'line', title: words.line, cell: ({ line }) => count(line) },
            {
              key: 'outcome',
              title: words.outcome,
              cell: ({ outcome }) => (
                <Badge variant="light" tt="none" miw="max-content" color={COLORS[outcome]}>
                  {titles[outcome]}
                </Badge>
              ),
            },
            ...fields.map(field => ({
              key: field,
              title: headers.get(field) ?? field,
              isNumber: field.endsWith('Cents'),
              cell: ({ values, before }: Line) => (
                <>
                  {field in before && (
                    <Text span size="sm" c="dimmed" td="line-through" mr={6}>
                      {format(field, before[field])}
                    </Text>
                  )}
                  {format(field, values[field])}
                </>
              ),
            })),
          ]}
        />
      </Box>
    </Stack>
  )
}
