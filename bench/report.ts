import { readFileSync } from 'node:fs'
import type { Figures, Scenario } from './load.ts'
import type { Prepared } from './prepare.ts'

type Measured = { scenario: Scenario; ours: Figures[]; bare: Figures[] }

type Parts = {
  measured: Measured[]
  prepared: Prepared
  startMs: number
  pid: number
  count: number
  seconds: number
  rounds: number
  isTrial: boolean
  cores: number
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const of = (figures: Figures[], key: keyof Figures) => median(figures.map(figure => figure[key]))

/** The ratio of each round, and the middle one: what holds when the machine's speed drifts. */
const ratio = ({ ours, bare }: Measured) =>
  median(ours.map((figure, round) => figure.perSecond / bare[round]!.perSecond)).toFixed(2)

const memory = (pid: number) => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    const kilobytes = (name: string) => Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1])
    return `${Math.round(kilobytes('VmRSS') / 1000)} MB after the load, ${Math.round(kilobytes('VmHWM') / 1000)} MB at most`
  } catch {
    return 'not known on this system'
  }
}

export const report = (parts: Parts) => {
  const { measured, prepared, startMs, pid, count, seconds, rounds, isTrial, cores } = parts
  return `# Results

Written by \`npm run bench -- --products ${count} --seconds ${seconds} --rounds ${rounds}\`: ${count} products
(${isTrial ? 'real ones and variations of them' : 'variations of the sample shop'}), Node.js ${process.version}, ${cores} cores shared by
client, server and PostgreSQL. The bare limit is Fastify and pg doing the same SQL on the same database
(\`bench/bare-server.ts\`), measured in turn with the platform; medians of ${rounds} rounds of ${seconds} s.

| work | platform, /s | bare limit, /s | ratio | median, ms | p97.5, ms | p99, ms |
| --- | --- | --- | --- | --- | --- | --- |
${measured
  .map(row => {
    const { scenario, ours, bare } = row
    return `| ${scenario.name} | ${of(ours, 'perSecond')} | ${of(bare, 'perSecond')} | ${ratio(row)} | ${of(ours, 'medianMs')} | ${of(ours, 'p97Ms')} | ${of(ours, 'p99Ms')} |`
  })
  .join('\n')}

- Import of ${count} products: ${prepared.importPerSecond} rows a second; the last one could be searched ${prepared.searchableMs} ms later.
- First start, migrations of an empty database included, to the server's word that it listens: ${startMs} ms.
- Memory of the server, all ten areas: ${memory(pid)}.
`
}
