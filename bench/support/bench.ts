import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '../../src/embedded/embedded.ts'
import { findFreePort } from '../../test/support/free-port.ts'
import { type Running, start } from './processes.ts'
import type { Progress } from './progress.ts'
import type { Options } from './results.ts'
import { openScope, type Scope } from './scope.ts'

/** Tools of a suite. Everything started with them ends with the scope. */
export type Bench = Scope & {
  run: Run
  options: Options
  progress: Progress
  /** Duration of the shortest round so far, in seconds. */
  shortest: number
  /** Creates an empty database on a separate, durable PostgreSQL, which ends with `lasting`, else with this scope. */
  database(lasting?: Scope): Promise<string>
  /** Starts `comptoir serve` with all ten areas or the named ones. */
  platform(
    databaseUrl: string,
    env?: Record<string, string>,
    more?: { areas?: readonly string[] },
  ): Promise<Running>
  /** Starts a program of `bare/` with a database, a port and `args`, and waits until it prints `ready`. */
  bare(name: string, databaseUrl: string, ...args: string[]): Promise<Running>
}

/** One run of `npm run bench`. `shop`: the filled database shared by its suites. */
export type Run = { scope: Scope; shop?: Promise<string> }

type Parts = {
  options: Options
  progress: Progress
  /** Project folder of the platform to start: this one, or that of another commit. */
  tree?: string
}

export const root = fileURLToPath(new URL('../..', import.meta.url))

export function openBench(run: Run, { options, progress, tree = root }: Parts): Bench {
  const scope = openScope(run.scope)
  let databases = 0
  return {
    ...scope,
    run,
    options,
    progress,
    shortest: Number.POSITIVE_INFINITY,
    async database(lasting = scope) {
      const directory = join(lasting.directory, `data${databases++}`)
      const { url, stop } = await startEmbedded({ directory })
      lasting.atEnd(stop)
      return url
    },
    async platform(databaseUrl, env, { areas = [] } = {}) {
      const port = await findFreePort()
      return start(scope, {
        args: [join(tree, 'src/cli.ts'), 'serve', ...areas],
        port,
        ready: 'listens',
        env: {
          DATABASE_URL: databaseUrl,
          COMPTOIR_DATA: join(scope.directory, 'secrets'),
          COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9',
          PORT: String(port),
          ...env,
        },
      })
    },
    async bare(name, databaseUrl, ...args) {
      const port = await findFreePort()
      const program = join(root, `bench/bare/${name}.ts`)
      return start(scope, { args: [program, databaseUrl, String(port), ...args], port, ready: 'ready' })
    },
  }
}
