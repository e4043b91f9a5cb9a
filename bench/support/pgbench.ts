import { execFile } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Debian's; the newest of several. Undefined where PostgreSQL's programs are not installed. */
const program = globSync('/usr/lib/postgresql/*/bin/pgbench').sort().at(-1)

export const NO_PGBENCH =
  'pgbench is not installed (Debian: `apt-get install postgresql`), so there is no figure of it.'

type Script = { directory: string; name: string; lines: readonly string[] }
type Load = { clients: number; seconds: number; variables?: Record<string, number> }

/**
 * How often a second pgbench runs a script on `url`, statements prepared; undefined where it is not installed. Throws when
 * any statement failed.
 */
export async function pgbench(url: string, { directory, name, lines }: Script, load: Load) {
  if (!program) return undefined
  const file = join(directory, `${name}.sql`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  const { clients, seconds, variables = {} } = load
  const given = Object.entries(variables).flatMap(([key, value]) => ['-D', `${key}=${value}`])
  const often = ['-c', clients, '-j', 1, '-T', seconds].map(String)
  const { stdout, stderr } = await run(program, ['-n', '-M', 'prepared', '-f', file, ...often, ...given, url])
  const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
  if (!tps || /ERROR|aborted/.test(stderr)) throw new Error(`pgbench: ${stdout}\n${stderr}`.slice(0, 2_000))
  return Math.round(Number(tps))
}
