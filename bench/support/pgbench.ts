import { execFile } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Benchmark } from './measure.ts'

const run = promisify(execFile)

/** Path of pgbench on Debian; the newest version if there are several. */
const program = globSync('/usr/lib/postgresql/*/bin/pgbench').sort().at(-1)
let scripts = 0

/** Returns an alternative that runs a pgbench script on `url` with prepared statements; undefined without pgbench. */
export function createPgbench(
  directory: string,
  url: string,
  lines: readonly string[],
  clients: number,
  variables: (seconds: number) => Record<string, number>,
): Benchmark['other'] {
  if (!program) return undefined
  const file = join(directory, `script${scripts++}.sql`)
  writeFileSync(file, `${lines.join('\n')}\n`)
  const round = async (seconds: number) => {
    const given = Object.entries(variables(seconds)).flatMap(([key, value]) => ['-D', `${key}=${value}`])
    const often = ['-c', clients, '-j', 1, '-T', seconds].map(String)
    const { stdout, stderr } = await run(program, [
      '-n',
      '-M',
      'prepared',
      '-f',
      file,
      ...often,
      ...given,
      url,
    ])
    const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1]
    if (!tps || /ERROR|aborted/.test(stderr)) throw new Error(`pgbench: ${stdout}\n${stderr}`.slice(0, 2_000))
    return { perSecond: Math.round(Number(tps)), seconds }
  }
  return { name: 'pgbench', round }
}
