import type { Figures } from '../../fault-runs/figures.ts'

const BEGIN = '<!-- runs: written by npm run faults -- NAME --report -->'
const END = '<!-- end of the runs -->'

const HEAD = [
  '| run | what | date | commit | command | runs | kills | lost | doubled | seconds to recover: median, greatest | |',
  '| --- | --- | --- | --- | --- | --: | --: | --: | --: | --- | --- |',
]

/** The figures of a recorded run with its date, commit and command. */
export type RecordedRun = Figures & { date: string; commit: string; command: string }

const COUNT = new Intl.NumberFormat('en')

export function formatRecovery(seconds: readonly number[]): string {
  if (seconds.length === 0) return ''
  const sorted = seconds.toSorted((a, b) => a - b)
  const [median, greatest] = [sorted[Math.floor((sorted.length - 1) / 2)], sorted.at(-1)]
  return `${median?.toFixed(1)}, ${greatest?.toFixed(1)}`
}

const rowOf = (name: string, shown: RecordedRun) => {
  const { what, date, commit, command, recoverySeconds, more = '' } = shown
  const counts = [shown.runs, shown.kills, shown.lost, shown.doubled].map(count => COUNT.format(count))
  const cells = [
    ...[`\`${name}\``, what, date, commit, `\`${command}\``, ...counts],
    ...[formatRecovery(recoverySeconds), more],
  ]
  return `| ${cells.map(cell => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

/**
 * Returns the document with this run in its table, sorted by name, in place of an earlier run of that name. Throws if a
 * marker of the table is missing.
 */
export function insertRun(document: string, name: string, shown: RecordedRun): string {
  const [before, rest] = document.split(BEGIN)
  const [table, after] = rest?.split(END) ?? []
  if (before === undefined || table === undefined || after === undefined)
    throw new Error('The markers of the table of runs are missing')
  const others = table
    .split('\n')
    .filter(line => line.startsWith('| `') && !line.startsWith(`| \`${name}\` |`))
  const rows = [...others, rowOf(name, shown)].sort()
  return [`${before}${BEGIN}`, ...HEAD, ...rows, `${END}${after}`].join('\n')
}
