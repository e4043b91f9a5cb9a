import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { areaNames } from '../../src/areas.ts'
import { listRoutes, renderGateway } from '../../src/commands/gateway/gateway.ts'
import { provideProxy, startProxy } from '../../test/servers/haproxy.ts'
import { provideServer } from '../../test/servers/rabbitmq/install.ts'
import { startNode } from '../../test/servers/rabbitmq/node.ts'
import { findFreePorts } from '../../test/servers/rabbitmq/ports.ts'
import { root } from '../support/bench.ts'
import { start } from '../support/processes.ts'
import { listProcesses } from '../support/processor.ts'
import type { Scope } from '../support/scope.ts'

/** Processes that serve the same areas on one database. */
export type Part = { areas: readonly string[]; copies: number; database: string }

export type Setup = {
  /** Address of the proxy in front of all processes. */
  url: string
  processes: { name: string; pid: number }[]
  /** The URLs of their databases. */
  databases: string[]
  broker: number
  proxy: number
}

const SETTINGS = {
  COMPTOIR_TOKEN_SECRET: 'a secret of the benchmark alone',
  COMPTOIR_CARD_KEYS: 'a key of the benchmark alone',
  COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9/',
  COMPTOIR_PAYMENT_DELAY_MS: '0',
  // Buyers confirm immediately; the automatic confirmation of interrupted purchases is not part of the measurement.
  COMPTOIR_CONFIRM_DELAY_MS: '60000',
  COMPTOIR_EMAIL_PROOF: '0',
}

/** Processes started concurrently: each one uses a processor for a second while it starts. */
const AT_ONCE = 3

/** Starts the parts on this PostgreSQL behind a proxy, with a separate RabbitMQ node. */
export async function startSetup(scope: Scope, databaseUrl: string, parts: readonly Part[]): Promise<Setup> {
  const [program, rabbit] = [await provideProxy(), await provideServer()]
  if (!program || !rabbit)
    throw new Error('This needs HAProxy and RabbitMQ: apt-get install haproxy rabbitmq-server')
  const node = await startNode(rabbit)
  scope.atEnd(node.stop)
  const placed = parts.flatMap(part => Array.from({ length: part.copies }, () => part))
  const [listen, ...ports] = (await findFreePorts(1 + placed.length)) as [number, ...number[]]
  const areasAt = placed.flatMap(({ areas }, i) =>
    areas.map(area => [`COMPTOIR_${area.toUpperCase()}_URL`, `http://127.0.0.1:${ports[i]}/${area}`]),
  )
  const databases = new Map<string, string>()
  for (const { database } of parts) databases.set(database, await databaseNamed(databaseUrl, database))
  async function startOne({ areas, database }: Part, i: number) {
    const whole = areas.length === areaNames.length
    const { pid } = await start(scope, {
      args: [join(root, 'src/cli.ts'), 'serve', ...(whole ? [] : areas)],
      port: ports[i] ?? 0,
      ready: 'listens',
      env: {
        ...SETTINGS,
        ...Object.fromEntries(areasAt),
        // The pools of all processes, including their job runners, share a hundred connections.
        COMPTOIR_DATABASE_POOL: placed.length > 3 ? '4' : '8',
        AMQP_URL: node.url,
        DATABASE_URL: databases.get(database) ?? '',
        COMPTOIR_DATA: join(scope.directory, 'unused'),
        PORT: String(ports[i]),
      },
    })
    return { name: whole ? `copy ${i + 1}` : areas.join(), pid }
  }
  const processes: Setup['processes'] = []
  for (let i = 0; i < placed.length; i += AT_ONCE)
    processes.push(
      ...(await Promise.all(placed.slice(i, i + AT_ONCE).map((part, j) => startOne(part, i + j)))),
    )
  const to = parts.map(part => {
    const addresses = placed.flatMap((each, i) => (each === part ? [`127.0.0.1:${ports[i]}`] : [])).join()
    return part.areas.length === areaNames.length ? addresses : `${part.areas.join('+')}=${addresses}`
  })
  const others = ourProxies(program)
  const proxy = await startProxy(
    program,
    renderGateway(await listRoutes(), { to, listen: `127.0.0.1:${listen}`, unlimited: ['127.0.0.0/8'] }),
    listen,
  )
  scope.atEnd(proxy.stop)
  return {
    url: `http://127.0.0.1:${listen}`,
    processes,
    databases: [...databases.values()],
    broker: brokerAt(new URL(node.url).port),
    proxy: ourProxies(program).find(pid => !others.includes(pid)) ?? 0,
  }
}

/** Finds the broker's process by its environment, because its command line does not contain the port. */
function brokerAt(port: string): number {
  const found = listProcesses().find(
    ({ pid, command }) =>
      command.includes('beam.smp') && environmentOf(pid).includes(`RABBITMQ_NODE_PORT=${port}`),
  )
  if (!found) throw new Error('The RabbitMQ process of this run was not found')
  return found.pid
}

function environmentOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0')
  } catch {
    return []
  }
}

const ourProxies = (program: string) =>
  listProcesses()
    .filter(({ parent, command }) => parent === process.pid && command.startsWith(program))
    .map(({ pid }) => pid)

async function databaseNamed(databaseUrl: string, name: string): Promise<string> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database "${name}"`)
  } finally {
    await client.end()
  }
  const url = new URL(databaseUrl)
  url.pathname = `/${name}`
  return url.href
}
