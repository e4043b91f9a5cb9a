import type { Caller } from './callers.ts'
import type { Operation } from './operations.ts'

export type Row = { operation: Operation; admitted: readonly boolean[] }

const HEAD = `# Who may call what

With API keys configured. Every operation was called by every kind of caller, and the table tells who was let in (●): who got an answer other than 401 and 403. What a caller is shown may still differ: a customer's promotions, purchase prices, names of persons. Without keys everybody on this machine is let in everywhere.

Addresses with an order's or payment page's own unguessable identifier are open to whoever has been given it. A *claim* is a customer whom the caller merely names.

Written by \`npm test test/access-table.test.ts -- --update\`, compared by every run of the tests.
`

const pathOf = ({ area, path }: Operation) =>
  path.startsWith(`/${area}/`) ? path.slice(area.length + 1) : path

/** The table as docs/access.md shows it, area by area. */
export function accessTable(callers: readonly Caller[], rows: readonly Row[]): string {
  const areas = [...new Set(rows.map(({ operation }) => operation.area))]
  const head = ['operation', 'class', ...callers.map(({ name }) => name)]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const sections = areas.map(area => {
    const lines = rows
      .filter(({ operation }) => operation.area === area)
      .map(({ operation, admitted }) =>
        line([
          `\`${operation.method} ${pathOf(operation)}\``,
          operation.access,
          ...admitted.map(each => (each ? '●' : '')),
        ]),
      )
    return [`## ${area}\n`, line(head), line(head.map((_, i) => (i < 2 ? '---' : ':-:'))), ...lines, ''].join(
      '\n',
    )
  })
  return [HEAD, ...sections].join('\n')
}
