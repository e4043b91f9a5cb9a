import { BYTE_ORDER_MARK, type Value, writeLine } from './csv.ts'

/** A column of an exported file. Its title is French, as all of the file. */
export type ExportColumn<Row> = { title: string; value: (row: Row) => Value }

/** A list that can be exported as it is filtered. */
export type ExportSource<Row> = {
  /** Name of the file, without date and ending. */
  name: string
  columns: readonly ExportColumn<Row>[]
  rowKey: (row: Row) => string | number
  /** Reads a page of `limit` rows, numbered from 1. */
  read: (paging: { page: number; limit: number }) => Promise<{ data: readonly Row[]; total: number }>
  /** Number of rows that the list gives access to. */
  most?: number
}

/** Defines columns by their titles, in the order of the file. */
export const defineColumns = <Row>(columns: Record<string, (row: Row) => Value>): ExportColumn<Row>[] =>
  Object.entries(columns).map(([title, value]) => ({ title, value }))

const LIMIT = 100
export const MOST = 100_000

/**
 * Reads a list page by page and returns it as a CSV file with its numbers of rows; undefined if `signal` aborts. Rows
 * that move to the next page while others are created are written once.
 */
export async function readAll<Row>(
  { columns, rowKey, read, most = MOST }: ExportSource<Row>,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
) {
  const parts = [new Blob([BYTE_ORDER_MARK, writeLine(columns.map(({ title }) => title))])]
  const written = new Set<string | number>()
  for (let page = 1; page <= most / LIMIT; page++) {
    const { data: rows, total } = await read({ page, limit: LIMIT })
    if (signal.aborted) return undefined
    const lines: string[] = []
    for (const row of rows) {
      if (written.has(rowKey(row))) continue
      written.add(rowKey(row))
      lines.push(writeLine(columns.map(({ value }) => value(row))))
    }
    // A Blob may leave the memory of the page, unlike text.
    parts.push(new Blob(lines))
    onProgress(Math.min(page * LIMIT, total), Math.min(total, most))
    if (page * LIMIT >= total || rows.length === 0)
      return { file: blobOf(parts), count: written.size, isCut: false }
  }
  return { file: blobOf(parts), count: written.size, isCut: true }
}

const blobOf = (parts: readonly Blob[]) => new Blob([...parts], { type: 'text/csv;charset=utf-8' })
