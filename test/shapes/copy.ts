import { areaNames } from '../../src/areas.ts'
import { eventually } from '../support/eventually.ts'
import { pause } from '../support/pause.ts'
import { type Process, serverScript, startServer } from '../support/server.ts'
import { isUp } from './beside.ts'
import type { Part } from './shape.ts'

export type Copy = {
  name: string
  running: Process
  /** Stops the process with SIGTERM and starts it again; resolves once the proxy sends it requests. */
  restart(): Promise<void>
  /** Kills the process with `kill -9` and restarts it like a supervisor; resolves once the proxy sends it requests. */
  kill(): Promise<void>
}

type Options = {
  part: Part
  at: number
  settings: Record<string, string>
  statusPort: number
  /** The script of the first start, of another version for example; later starts run this version. */
  firstScript?: string | undefined
}

const SEEN_MS = 30_000

const all = ({ areas }: Part) => areas.length === areaNames.length

/** Starts one process of a part of the shape on the port `at`. */
export async function startCopy({
  part,
  at,
  settings,
  statusPort,
  firstScript = serverScript,
}: Options): Promise<Copy> {
  const start = (script = serverScript) =>
    startServer(['serve', ...(all(part) ? [] : part.areas)], { ...settings, PORT: String(at) }, script)

  /**
   * A process that starts while the database is unavailable exits, as it should, so it is started again as a supervisor
   * does, in up to 100 attempts.
   */
  async function startAgain(script?: string) {
    for (let tried = 1; ; tried++)
      try {
        return await start(script)
      } catch (error) {
        if (tried === 100) throw error
        await pause(200)
      }
  }
  const seen = () => eventually(`the proxy sees ${copy.name}`, () => isUp(statusPort, at), SEEN_MS)

  const copy: Copy = {
    name: `${all(part) ? 'all areas' : part.areas.join()} at ${at}`,
    running: await startAgain(firstScript),
    async restart() {
      const code = await copy.running.end('SIGTERM')
      if (code !== 0) throw new Error(`${copy.name} ended with ${code}: ${copy.running.output()}`)
      copy.running = await start()
      await seen()
    },
    async kill() {
      const end = await copy.running.end('SIGKILL')
      if (end !== 'SIGKILL')
        throw new Error(`${copy.name} had ended by itself with ${end}: ${copy.running.output()}`)
      copy.running = await startAgain()
      await seen()
    },
  }
  return copy
}
