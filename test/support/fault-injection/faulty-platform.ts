import { type EmbeddedServer, startEmbedded } from '../../../src/embedded/embedded.ts'
import { readPostmaster } from '../../../src/embedded/processes.ts'
import { findFreePort } from '../free-port.ts'
import { pause } from '../pause.ts'
import type { Random } from '../seeded-random.ts'
import { type Process, startServer } from '../server.ts'

/** Two processes on one PostgreSQL. Faults kill a process, or restart PostgreSQL, while the processes work. */
export type FaultyPlatform = {
  databaseUrl: string
  urls: string[]
  /** The faults injected so far. */
  done: { kills: number; restarts: number; recoverySeconds: number[] }
  /** Begins to kill processes and restart PostgreSQL; `stopFaults` ends this, and throws if a restart failed. */
  injectFaults(random: Random): void
  stopFaults(): Promise<void>
  /** The output of all processes that listened, including those killed since. */
  output(): string
  end(): Promise<void>
}

export async function startFaultyPlatform(
  directory: string,
  settings: Record<string, string>,
): Promise<FaultyPlatform> {
  const data = `${directory}/database`
  let postgres: EmbeddedServer = await startEmbedded({ directory: data })
  const printed: string[] = []
  const ports = [String(await findFreePort()), String(await findFreePort())]
  const start = (port: string) =>
    startServer(['serve'], {
      DATABASE_URL: postgres.url,
      COMPTOIR_DATA: `${directory}/secrets`,
      COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9/',
      COMPTOIR_DATABASE_POOL: '8',
      LOG_LEVEL: 'debug',
      ...settings,
      PORT: port,
    })
  const servers: Process[] = await Promise.all(ports.map(start))
  const done = { kills: 0, restarts: 0, recoverySeconds: [] as number[] }
  let injecting: Promise<void> | undefined
  let over = false

  async function kill(i: number, pauseMs: number) {
    const begun = performance.now()
    await servers[i]!.end('SIGKILL')
    printed.push(servers[i]!.output())
    await pause(pauseMs)
    // A process that cannot start exits, so another is started, as a supervisor does.
    for (;;) {
      const server = await start(ports[i]!).catch(() => undefined)
      if (server) {
        servers[i] = server
        break
      }
      await pause(200)
    }
    done.kills++
    done.recoverySeconds.push((performance.now() - begun) / 1_000)
  }

  async function restartPostgres(crash: boolean) {
    const begun = performance.now()
    const pid = readPostmaster(`${data}/postgres`)?.pid
    // SIGQUIT stops PostgreSQL without a checkpoint, so it must recover the commits from its log.
    if (crash && pid) process.kill(pid, 'SIGQUIT')
    await postgres.stop()
    postgres = await startEmbedded({ directory: data })
    done.restarts++
    done.recoverySeconds.push((performance.now() - begun) / 1_000)
  }

  return {
    databaseUrl: postgres.url,
    urls: ports.map(port => `http://127.0.0.1:${port}`),
    done,
    injectFaults(random) {
      injecting = (async () => {
        for (let turn = 1; !over; turn++) {
          await pause(300 + random.below(1_200))
          if (over) return
          if (turn % 4 === 2) await restartPostgres(random.next() < 0.5)
          else await kill(random.below(servers.length), random.below(400))
        }
      })()
    },
    async stopFaults() {
      over = true
      await injecting
    },
    output: () => [...printed, ...servers.map(server => server.output())].join('\n'),
    async end() {
      over = true
      await injecting?.catch(() => {})
      for (const server of servers) await server.end('SIGKILL')
      await postgres.stop()
    },
  }
}
