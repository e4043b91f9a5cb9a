import { areaNames } from '../../../../src/areas.ts'
import { findFreePorts } from '../../../servers/rabbitmq/ports.ts'
import { type Process, startServer } from '../../server.ts'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'

export type SeparateArea = {
  /** The base URL of the process that serves an area, never the proxy's. */
  baseOf(area: string): string
  proxy: FaultyProxy
  output(): string
  end(): Promise<void>
}

/**
 * Starts two processes on one database: one area alone, and all others, which reach it through a proxy that injects
 * faults.
 */
export async function startSeparateArea(
  alone: string,
  settings: Record<string, string>,
): Promise<SeparateArea> {
  const [alonePort, othersPort] = (await findFreePorts(2)) as [number, number]
  const others = areaNames.filter(area => area !== alone)
  const proxy = await startFaultyProxy(alonePort)
  const baseOf = (area: string) => `http://127.0.0.1:${area === alone ? alonePort : othersPort}`
  const addressOf = (area: string, base: string) => [`COMPTOIR_${area.toUpperCase()}_URL`, `${base}/${area}`]
  const start = (areas: readonly string[], port: number, addresses: string[][]) =>
    startServer(['serve', ...areas], {
      ...settings,
      ...Object.fromEntries(addresses),
      PORT: String(port),
    })
  const processes: Process[] = []
  try {
    // The processes start in sequence, because each migrates the database.
    processes.push(
      await start(others, othersPort, [addressOf(alone, proxy.url)]),
      await start(
        [alone],
        alonePort,
        others.map(area => addressOf(area, baseOf(area))),
      ),
    )
  } catch (error) {
    proxy.close()
    for (const process of processes) await process.end('SIGKILL')
    throw error
  }
  return {
    baseOf,
    proxy,
    output: () => processes.map(({ output }) => output()).join('\n'),
    async end() {
      for (const process of processes) await process.end('SIGTERM')
      proxy.close()
    },
  }
}
