import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { DataTable } from '../data-table.tsx'
import { Pager } from '../pager.tsx'
import { translateError } from './line-faults.ts'
import { importTexts } from './texts.ts'

const LIMIT = 20

type Remark = { line: number; text: string; column?: string; value?: string }

/** Lines of the file with an error or a warning; `total` includes those that the server did not list. */
export function LineList({
  title,
  total,
  remarks,
  children,
}: {
  title: string
  total: number
  remarks: Remark[]
  children?: ReactNode
}) {
  const words = useTexts(importTexts)
  const { count } = useFormats()
  const { language } = useLanguage()
  const [page, setPage] = useState(1)
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
      {children}
      {total > remarks.length && (
        <Text size="sm" c="dimmed">
          {words.moreFailures(count(remarks.length), count(total))}
        </Text>
      )}
      <DataTable
        caption={title}
        rows={remarks.slice((page - 1) * LIMIT, page * LIMIT)}
        rowKey={({ line, text }) => `${line} ${text}`}
        columns={[
          { key: 'line', title: words.line, cell: ({ line }) => count(line) },
          ...(remarks.some(({ value }) => value !== undefined)
            ? [
                { key: 'column', title: words.column, cell: ({ column }: Remark) => column ?? '–' },
                {
                  key: 'value',
                  title: words.value,
                  cell: ({ value }: Remark) => <span className="wraps">{value || '–'}</span>,
                },
              ]
            : []),
          {
            key: 'fault',
            title: words.fault,
            cell: ({ text, column, value }) =>
              language === 'fr' ? translateError(text, column, value) : text,
          },
        ]}
      />
      <Pager page={page} limit={LIMIT} total={remarks.length} onPage={setPage} />
    </Stack>
  )
}
