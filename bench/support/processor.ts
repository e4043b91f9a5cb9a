import { readdirSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { Round } from './measure.ts'
import type { Running } from './processes.ts'

const TICKS_A_SECOND = 100

/** Returns the fields of /proc/PID/stat (proc(5)) from the parent's id on; empty if there is no such process. */
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

const milliseconds = (ticks: number) => (ticks / TICKS_A_SECOND) * 1_000

/** Returns the milliseconds of processor time that a process has used so far; 0 once it has ended. */
export const readUsedMs = (pid: number) => milliseconds(own(stat(pid)))
/** Returns the processor time, in milliseconds, of the ended children that a process has waited for. */
export const readChildrenMs = (pid: number) => milliseconds(ofEnded(stat(pid)))

/** Lists all running processes, with parent and command line. */
export const listProcesses = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(name => ({ pid: Number(name), parent: at(stat(name), 0), command: commandOf(name) }))

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
  } catch {
    return ''
  }
}

/** Returns the id of the PostgreSQL postmaster behind this connection, on this machine. */
export async function findPostmaster(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return at(stat(rows[0]?.pid ?? 0), 0)
}

/** Returns a function that returns the milliseconds of processor time used so far by a server and its PostgreSQL. */
export async function createProcessorMeter({ pid }: Running, url: string): Promise<() => number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const postmaster = await findPostmaster(client)
  await client.end()
  return () => {
    const backends = readdirSync('/proc')
      .map(stat)
      .filter(fields => at(fields, 0) === postmaster)
    const ticks = [stat(pid), stat(postmaster), ...backends].map(own)
    const all = ticks.reduce((a, b) => a + b, 0) + ofEnded(stat(postmaster))
    return milliseconds(all)
  }
}

/** Returns the same round, with the processor time per response. */
export const withProcessor =
  (run: Round, used: () => number): Round =>
  async seconds => {
    const before = used()
    const figures = await run(seconds)
    return { ...figures, processorMs: (used() - before) / (figures.perSecond * figures.seconds) }
  }
