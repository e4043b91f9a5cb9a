import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { areaNames } from '../../src/areas.ts'
import { listRoutes, renderGateway } from '../../src/commands/gateway/gateway.ts'
import { provideProxy, startProxy } from '../servers/haproxy.ts'
import { providePooler, readPooledSettings, startPooler } from '../servers/pgbouncer.ts'
import { type Cluster, startCluster } from '../servers/rabbitmq/cluster.ts'
import { provideServer } from '../servers/rabbitmq/install.ts'
import { findFreePorts } from '../servers/rabbitmq/ports.ts'
import type { Databases } from '../servers/replicated.ts'
import { eventually } from '../support/eventually.ts'
import { Missing } from '../support/missing.ts'
import { renderLocalProxies } from './beside.ts'
import { type Copy, startCopy } from './copy.ts'
import type { Shape } from './shape.ts'

export const KEY = 'the administrator key of this run'

export type RunningShape<D extends Databases = Databases> = {
  url: string
  amqpUrl: string
  copies: Copy[]
  databases: D
  broker: Cluster
  down(): Promise<void>
}

/** The number of processes started concurrently: each uses a second of processor time. */
const AT_ONCE = 3

/**
 * Starts the shape here: PostgreSQL with its replicas, RabbitMQ, the processes, and the proxy in front of them. Throws
 * `Missing` if a program cannot be installed.
 */
export async function startShape<D extends Databases>(
  shape: Shape<D>,
  firstScript?: string,
): Promise<RunningShape<D>> {
  const program = await provideProxy()
  if (!program) throw new Missing('HAProxy is not installed, and apt-get does not provide it')
  const rabbit = await provideServer()
  if (!rabbit) throw new Missing('RabbitMQ is not installed, and apt-get does not provide it')
  const poolerProgram = shape.isPooled ? await providePooler() : undefined
  if (shape.isPooled && !poolerProgram)
    throw new Missing('PgBouncer is not installed, and apt-get does not provide it')
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-shape-'))
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(directory, { recursive: true, force: true })]
  const down = async () => {
    for (const end of ends.splice(0).reverse()) await end().catch(error => console.error(error))
  }
  // An interrupted run leaves nothing running.
  const breakOff = () => void down().finally(() => process.exit(130))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, breakOff)
  try {
    const names = shape.parts.map(({ database }) => database)
    const databases = await shape.startDatabases(directory, names)
    ends.push(databases.stop)
    const broker = await startCluster(rabbit, shape.brokerNodes ?? 3)
    ends.push(broker.stop)

    const placed = shape.parts.flatMap(part => Array.from({ length: part.copies }, () => part))
    const free = await findFreePorts(5 + placed.length)
    const [port, brokerPort, statusPort, databasePort, readPort] = free as [
      number,
      number,
      number,
      number,
      number,
    ]
    const ports = free.slice(5)
    const url = `http://127.0.0.1:${port}`
    const to = shape.parts.map(part => {
      const addresses = placed.flatMap((each, i) => (each === part ? [`127.0.0.1:${ports[i]}`] : []))
      return part.areas.length === areaNames.length
        ? addresses.join()
        : `${part.areas.join('+')}=${addresses.join()}`
    })
    const configuration =
      renderGateway(await listRoutes(), { to, listen: `127.0.0.1:${port}`, unlimited: ['127.0.0.0/8'] }) +
      renderLocalProxies({
        ...{ brokerPort, statusPort, nodes: broker.ports },
        database: databases.proxied,
        databasePorts: { port: databasePort, readPort },
      })
    const proxy = await startProxy(program, configuration, port)
    ends.push(proxy.stop)

    const through = (at: number | string, database: string) =>
      `postgres://comptoir@127.0.0.1:${at}/${database}`
    const pooler =
      poolerProgram && (await startPooler(poolerProgram, through(databasePort, names[0] ?? 'comptoir')))
    if (pooler) ends.push(pooler.stop)

    const amqpUrl = broker.urlAt(brokerPort)
    const settings = {
      AMQP_URL: amqpUrl,
      COMPTOIR_API_KEYS: `peer:the key for calls between areas,${KEY}`,
      COMPTOIR_TOKEN_SECRET: 'the token secret of this run',
      COMPTOIR_CARD_KEYS: 'the card key of this run',
      COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9/',
      COMPTOIR_PUBLIC_URL: url,
      COMPTOIR_TRUSTED_PROXIES: '127.0.0.1',
      COMPTOIR_PAYMENT_DELAY_MS: '200',
      // The platform confirms the orders of interrupted buyers within the run.
      COMPTOIR_CONFIRM_DELAY_MS: '5000',
      COMPTOIR_EMAIL_PROOF: '0',
      // A login interrupted by a kill counts as failed.
      COMPTOIR_LIMIT_FAILED_LOGINS: '1000',
      COMPTOIR_DATABASE_POOL: '4',
      ...(pooler && readPooledSettings()),
      // Areas call each other through the proxy, which knows the running copies.
      ...Object.fromEntries(areaNames.map(area => [`COMPTOIR_${area.toUpperCase()}_URL`, `${url}/${area}`])),
    }
    const start = (i: number) => {
      const part = placed[i]!
      const addresses = databases.proxied
        ? [through(databasePort, part.database), through(readPort, part.database)]
        : [databases.url(part.database), databases.readUrl(part.database)]
      const [direct = '', DATABASE_READ_URL = ''] = addresses
      const primary = pooler
        ? { DATABASE_URL: through(new URL(pooler.url).port, part.database), DATABASE_SESSION_URL: direct }
        : { DATABASE_URL: direct }
      return startCopy({
        ...{ part, at: ports[i]!, statusPort, firstScript },
        settings: { ...settings, ...primary, DATABASE_READ_URL },
      })
    }
    const copies: Copy[] = []
    ends.push(() => Promise.all(copies.map(({ running }) => running.end('SIGTERM'))))
    for (let i = 0; i < placed.length; i += AT_ONCE) {
      const some = placed.slice(i, i + AT_ONCE).map((_, j) => start(i + j))
      copies.push(...(await Promise.all(some)))
    }
    await eventually('the proxy reports ready', async () => (await fetch(`${url}/ready`)).ok, 20_000)
    return { url, amqpUrl, copies, databases, broker, down }
  } catch (error) {
    await down()
    throw error
  }
}
