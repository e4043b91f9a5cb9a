import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { Round } from './measure.ts'
import type { Running } from './processes.ts'

const TICKS_A_SECOND = 100

/** Fields of /proc/PID/stat (proc(5)) from the parent's id on; none where there is no such process. */
function stat(pid: string | number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text
      .slice(text.lastIndexOf(')') + ') S '.length)
      .split(' ')
      .map(Number)
  } catch {
    return []
  }
}

const at = (fields: readonly number[], place: number) => fields[place] ?? 0
const own = (fields: readonly number[]) => at(fields, 10) + at(fields, 11)
const ofEnded = (fields: readonly number[]) => at(fields, 12) + at(fields, 13)

/** Milliseconds of processor time that a server and its PostgreSQL have used so far: other processes do not count. */
export async function processorOf({ pid }: Running, url: string): Promise<() => number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = at(stat(rows[0]?.pid ?? 0), 0)
  await client.end()
  return () => {
    const backends = readdirSync('/proc')
      .map(stat)
      .filter(fields => at(fields, 0) === postmaster)
    const ticks = [stat(pid), stat(postmaster), ...backends].map(own)
    const all = ticks.reduce((a, b) => a + b, 0) + ofEnded(stat(postmaster))
    return (all / TICKS_A_SECOND) * 1_000
  }
}

/** The same round, with the processor time that each answer took. */
export const withProcessor =
  (run: Round, used: () => number): Round =>
  async seconds => {
    const before = used()
    const figures = await run(seconds)
    return { ...figures, processorMs: (used() - before) / (figures.perSecond * figures.seconds) }
  }
