import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../language/language.tsx'
import { partTexts } from './texts.ts'

export type Column<Row> = {
  key: string
  title: string
  cell: (row: Row) => ReactNode
  /** Amounts and counts are right-aligned. */
  isNumber?: boolean
}

/** A table whose rows become cards on a narrow screen. */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  empty?: string
}) {
  const texts = useTexts(partTexts)
  if (rows.length === 0) return <Text c="dimmed">{empty ?? texts.nothing}</Text>
  return (
    <table className="data-table">
      <caption className="for-readers">{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ key, title, isNumber }) => (
            <th key={key} scope="col" className={isNumber ? 'number' : undefined}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={rowKey(row)}>
            {columns.map(({ key, title, cell, isNumber }) => (
              <td key={key} data-title={title} className={isNumber ? 'number' : undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
