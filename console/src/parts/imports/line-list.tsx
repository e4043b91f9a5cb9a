import { Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { DataTable } from '../data-table.tsx'
import { Pager } from '../pager.tsx'
import { translateError } from './line-faults.ts'
import { importTexts } from './texts.ts'

const LIMIT = 20

type Remark = { line: number; text: string }

/** Lines of the file with an error or a warning; `total` includes those that the server did not list. */
export function LineList({ title, total, remarks }: { title: string; total: number; remarks: Remark[] }) {
  const words = useTexts(importTexts)
  const { count } = useFormats()
  const { language } = useLanguage()
  const [page, setPage] = useState(1)
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {title}
      </Title>
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
          {
            key: 'fault',
            title: words.fault,
            cell: ({ text }) => (language === 'fr' ? translateError(text) : text),
          },
        ]}
      />
      <Pager page={page} limit={LIMIT} total={remarks.length} onPage={setPage} />
    </Stack>
  )
}
