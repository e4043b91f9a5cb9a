import { Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { useFormats } from '../../language/formats.ts'
import { useLanguage, useTexts } from '../../language/language.tsx'
import { DataTable } from '../data-table.tsx'
import { Pager } from '../pager.tsx'
import { translateError } from './line-faults.ts'
import type { ImportRunInFull } from './source.ts'
import { importTexts } from './texts.ts'

const LIMIT = 20

/** The rejected lines, with the reasons. */
export function Failures({ failed, faults }: { failed: number; faults: ImportRunInFull['erreurs'] }) {
  const words = useTexts(importTexts)
  const { count } = useFormats()
  const { language } = useLanguage()
  const [page, setPage] = useState(1)
  return (
    <Stack gap="sm">
      <Title order={2} size="h4">
        {words.failures}
      </Title>
      {failed > faults.length && (
        <Text size="sm" c="dimmed">
          {words.moreFailures(count(faults.length), count(failed))}
        </Text>
      )}
      <DataTable
        caption={words.failures}
        rows={faults.slice((page - 1) * LIMIT, page * LIMIT)}
        rowKey={({ line }) => line}
        columns={[
          { key: 'line', title: words.line, cell: ({ line }) => count(line) },
          {
            key: 'fault',
            title: words.fault,
            cell: ({ error }) => (language === 'fr' ? translateError(error) : error),
          },
        ]}
      />
      <Pager page={page} limit={LIMIT} total={faults.length} onPage={setPage} />
    </Stack>
  )
}
