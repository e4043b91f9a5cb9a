import { type ChildProcess, execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createEnvironment, end, hasEnded, kill, readLastLines, runIn } from './node.ts'
import { findFreePorts } from './ports.ts'
import { waitUntilReady } from './ready.ts'

const READY_WITHIN_MS = 120_000

/** The virtual host of the platform, whose queues are replicated on all nodes. */
const VHOST = 'comptoir'

export type Cluster = {
  ports: number[]
  urlAt(port: number): string
  /** Kills these nodes at once with `kill -9`; `start` restarts them with their stored data. */
  kill(nodes: readonly number[]): Promise<void>
  start(nodes: readonly number[]): Promise<void>
  stop(): Promise<void>
}

/** Starts a RabbitMQ of `count` nodes, which find each other by name and have separate files. */
export async function startCluster(server: string, count: number): Promise<Cluster> {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-rabbitmq-'))
  writeFileSync(join(folder, '.erlang.cookie'), crypto.randomUUID(), { mode: 0o400 })
  const [epmd, ...ports] = (await findFreePorts(1 + 2 * count)) as [number, ...number[]]
  const own = ports.slice(0, count)
  const config = join(folder, 'cluster.conf')
  writeFileSync(
    config,
    [
      'cluster_formation.peer_discovery_backend = classic_config',
      ...own.map((port, i) => `cluster_formation.classic_config.nodes.${i + 1} = comptoir${port}@localhost`),
      'cluster_partition_handling = pause_minority\n',
    ].join('\n'),
  )
  const folders = own.map((_, i) => join(folder, String(i + 1)))
  const environments = own.map((port, i) => {
    mkdirSync(folders[i]!)
    const ports_ = { port, distribution: ports[count + i]!, epmd }
    return { ...createEnvironment(server, folders[i]!, ports_), HOME: folder, RABBITMQ_CONFIG_FILE: config }
  })
  const names = runIn(folder, environments[0]!, 'epmd', ['-port', String(epmd), '-address', '127.0.0.1'])
  const nodes: ChildProcess[] = []
  const all = own.map((_, i) => i)
  process.once('exit', () => [...nodes, names].map(kill))
  const control = (...args: string[]) =>
    promisify(execFile)(join(dirname(server), 'rabbitmqctl'), args, { env: environments[0] })

  async function start(which: readonly number[]) {
    for (const i of which) nodes[i] = runIn(folders[i]!, environments[i]!, server, [])
    await Promise.all(
      which.map(i =>
        waitUntilReady(own[i]!, READY_WITHIN_MS, () =>
          hasEnded(nodes[i]!) ? readLastLines(folders[i]!) : undefined,
        ),
      ),
    )
    await control('await_online_nodes', String(count))
  }
  const stop = async () => {
    await Promise.all([...nodes, names].map(end))
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
  }
  try {
    await start(all)
    await control('add_vhost', VHOST, '--default-queue-type', 'quorum')
    await control('set_permissions', '-p', VHOST, 'guest', '.*', '.*', '.*')
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ports: own,
    urlAt: port => `amqp://guest:guest@127.0.0.1:${port}/${VHOST}`,
    kill: async which => void (await Promise.all(which.map(i => end(nodes[i]!)))),
    start,
    stop,
  }
}
