import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SingleBar } from 'cli-progress'
import { startEmbedded } from '../../src/embedded/embedded.ts'
import { freePort } from '../../test/support/free-port.ts'

export type Options = { products: number; seconds: number; rounds: number }

/** A file of `suites/`: what it measures, in a line, and the measuring; its Markdown goes to `results/<name>.md`. */
export type Suite = { about: string; run(bench: Bench): Promise<string> }

export type Running = { base: string; process: ChildProcess; pid: number; startMs: number }

/** What a suite works with. All that is started here ends with the suite. */
export type Bench = {
  options: Options
  /** A folder that is removed at the end. */
  directory: string
  /** An empty database on a PostgreSQL of its own, as durable as in production. */
  database(): Promise<{ url: string }>
  /** `comptoir serve`, all ten areas unless `env` says otherwise. */
  platform(databaseUrl: string, env?: Record<string, string>): Promise<Running>
  /** A program of `bare/`, which is given `args` and a port, and prints `ready`. */
  bare(name: string, ...args: string[]): Promise<Running>
  progress(name: string, total: number): SingleBar
  atEnd(end: () => Promise<unknown> | unknown): void
}

/** A folder for CPU profiles of what is started, written when it ends. */
const { BENCH_PROFILES } = process.env
const profiling = BENCH_PROFILES ? ['--cpu-prof', `--cpu-prof-dir=${BENCH_PROFILES}`] : []

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url))

export async function withBench<T>(options: Options, work: (bench: Bench) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-bench-'))
  const ends: (() => Promise<unknown> | unknown)[] = []
  let databases = 0

  async function start(args: string[], ready: string, port: number, env: Record<string, string> = {}) {
    const began = performance.now()
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', ...profiling, ...args], {
      env: { ...process.env, LOG_LEVEL: 'warn', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    ends.push(async () => {
      child.kill('SIGTERM')
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    })
    for await (const chunk of child.stdout) if (String(chunk).includes(ready)) break
    child.stdout.resume()
    const startMs = Math.round(performance.now() - began)
    return { base: `http://127.0.0.1:${port}`, process: child, pid: child.pid!, startMs }
  }

  const bench: Bench = {
    options,
    directory,
    async database() {
      const server = await startEmbedded({ directory: join(directory, `data${databases++}`) })
      ends.push(server.stop)
      return server
    },
    async platform(databaseUrl, env) {
      const port = await freePort()
      return start([path('../../src/cli.ts'), 'serve'], 'listens', port, {
        DATABASE_URL: databaseUrl,
        COMPTOIR_DATA: join(directory, 'secrets'),
        COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9',
        PORT: String(port),
        ...env,
      })
    },
    async bare(name, ...args) {
      const port = await freePort()
      return start([path(`../bare/${name}.ts`), ...args, String(port)], 'ready', port)
    },
    progress(name, total) {
      const bar = new SingleBar({
        format: `${name} {bar} {value}/{total} {what}`,
        noTTYOutput: false,
        clearOnComplete: true,
      })
      bar.start(total, 0, { what: '' })
      ends.push(() => bar.stop())
      return bar
    },
    atEnd: end => ends.push(end),
  }
  try {
    return await work(bench)
  } finally {
    for (const end of ends.reverse()) await Promise.resolve(end()).catch(error => console.error(error))
    rmSync(directory, { recursive: true, force: true })
  }
}
