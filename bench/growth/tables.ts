import { areaNames } from '../../src/areas.ts'
import { renderTable, rounded, spread, spreadText } from '../support/statistics.ts'
import type { WrittenKilobytes } from './by-area.ts'
import { inPostgres, type ProcessorTimes } from './cost.ts'

const over = (rounds: readonly ProcessorTimes[], of: (round: ProcessorTimes) => number) =>
  spreadText(spread(rounds.map(of).map(rounded)))
const partOf = (name: string) => (round: ProcessorTimes) => round.get(name) ?? 0

export function renderCosts(rounds: readonly ProcessorTimes[]): string {
  const both = (area: string) => (round: ProcessorTimes) =>
    partOf(area)(round) + partOf(inPostgres(area))(round)
  const all = (round: ProcessorTimes) =>
    [...round].reduce((sum, [name, ms]) => sum + (name === 'buyers' ? 0 : ms), 0)
  const median = (of: (round: ProcessorTimes) => number) => spread(rounds.map(of)).median
  const rows = areaNames
    .toSorted((a, b) => median(both(b)) - median(both(a)))
    .map(area => [
      area,
      over(rounds, partOf(area)),
      over(rounds, partOf(inPostgres(area))),
      over(rounds, both(area)),
    ])
  const besides: [string, string][] = [
    ['PostgreSQL: log, checkpoints, ended connections', inPostgres('itself')],
    ['RabbitMQ', 'RabbitMQ'],
    ['proxy', 'proxy'],
  ]
  return renderTable(
    ['', 'its process, ms', 'its database, ms', 'together, ms'],
    [
      ...rows,
      ...besides.map(([told, name]) => [told, '', '', over(rounds, partOf(name))]),
      ['**all of it**', '', '', over(rounds, all)],
    ],
  )
}

export const renderWritten = (left: readonly WrittenKilobytes[], what: keyof WrittenKilobytes) =>
  spreadText(spread(left.map(each => rounded(each[what]))))
