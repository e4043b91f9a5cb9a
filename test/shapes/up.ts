import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { areaNames } from '../../src/areas.ts'
import { everyPlace, gateway } from '../../src/commands/gateway/gateway.ts'
import { provideProxy, startProxy } from '../servers/haproxy.ts'
import { startCluster } from '../servers/rabbitmq/cluster.ts'
import { findServer } from '../servers/rabbitmq/find.ts'
import { freePorts } from '../servers/rabbitmq/ports.ts'
import { type Replicated, startReplicated } from '../servers/replicated.ts'
import { eventually } from '../support/platform.ts'
import { type Process, startServer } from '../support/server.ts'
import { beside, isUp } from './beside.ts'
import type { Part, Shape } from './shape.ts'

export const KEY = 'the key of an administrator of the run'

/** What cannot be brought up here, and why. */
export class Missing extends Error {}

export type Copy = { name: string; running: Process; restart(): Promise<void> }
export type Up = { url: string; copies: Copy[]; databases: Replicated; down(): Promise<void> }

/** How many processes start at once: each is busy for a second. */
const AT_ONCE = 3

/** The shape on this machine: PostgreSQL with its replica, a RabbitMQ of three nodes, the processes, and the proxy before them. */
export async function bringUp(shape: Shape): Promise<Up> {
  const program = await provideProxy()
  if (!program) throw new Missing('HAProxy is not installed, and apt-get does not give it')
  const rabbit = findServer()
  if (!rabbit) throw new Missing('RabbitMQ is not installed')
  const directory = mkdtempSync(join(tmpdir(), 'comptoir-shape-'))
  const ends: (() => Promise<unknown>)[] = [async () => rmSync(directory, { recursive: true, force: true })]
  const down = async () => {
    for (const end of ends.splice(0).reverse()) await end().catch(error => console.error(error))
  }
  // Whoever breaks off leaves nothing running.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void down().finally(() => process.exit(130)))
  try {
    const databases = await startReplicated(
      directory,
      shape.parts.map(({ database }) => database),
    )
    ends.push(databases.stop)
    const cluster = await startCluster(rabbit, 3)
    ends.push(cluster.stop)

    const placed = shape.parts.flatMap(part => Array.from({ length: part.copies }, () => part))
    const [port, brokerPort, statusPort, ...ports] = (await freePorts(3 + placed.length)) as [
      number,
      number,
      number,
      ...number[],
    ]
    const url = `http://127.0.0.1:${port}`
    const to = shape.parts.map(part => {
      const addresses = placed.flatMap((each, i) => (each === part ? [`127.0.0.1:${ports[i]}`] : []))
      return part.areas.length === areaNames.length
        ? addresses.join()
        : `${part.areas.join('+')}=${addresses.join()}`
    })
    const configuration = gateway(await everyPlace(), { to, listen: `127.0.0.1:${port}` })
    const proxy = await startProxy(
      program,
      configuration + beside({ brokerPort, statusPort, nodes: cluster.ports }),
      port,
    )
    ends.push(proxy.stop)

    const settings = {
      AMQP_URL: cluster.urlAt(brokerPort),
      COMPTOIR_API_KEYS: `peer:the key that areas show each other,${KEY}`,
      COMPTOIR_TOKEN_SECRET: 'a secret of the run alone',
      COMPTOIR_CARD_KEYS: 'a key of the run alone',
      COMPTOIR_PURCHASING_URL: 'http://127.0.0.1:9/',
      COMPTOIR_TRUSTED_PROXIES: '127.0.0.1',
      COMPTOIR_PAYMENT_DELAY_MS: '200',
      // What a buyer who was cut off has paid, the platform confirms within the run.
      COMPTOIR_CONFIRM_DELAY_MS: '5000',
      COMPTOIR_EMAIL_PROOF: '0',
      COMPTOIR_DATABASE_POOL: '4',
      // Whom an area asks, it asks through the proxy, which knows the copies that are there.
      ...Object.fromEntries(areaNames.map(area => [`COMPTOIR_${area.toUpperCase()}_URL`, `${url}/${area}`])),
    }
    const start = ({ areas, database }: Part, at: number) =>
      startServer(['serve', ...(areas.length === areaNames.length ? [] : areas)], {
        ...settings,
        DATABASE_URL: databases.url(database),
        DATABASE_READ_URL: databases.readUrl(database),
        PORT: String(at),
      })
    const copies: Copy[] = []
    ends.push(() => Promise.all(copies.map(({ running }) => running.end('SIGTERM'))))
    for (let i = 0; i < placed.length; i += AT_ONCE)
      copies.push(
        ...(await Promise.all(
          placed.slice(i, i + AT_ONCE).map(async (part, j) => {
            const at = ports[i + j]!
            const copy: Copy = {
              name: `${part.areas.length === areaNames.length ? 'all areas' : part.areas.join()} at ${at}`,
              running: await start(part, at),
              async restart() {
                const code = await copy.running.end('SIGTERM')
                if (code !== 0) throw new Error(`${copy.name} ended with ${code}: ${copy.running.output()}`)
                copy.running = await start(part, at)
                await eventually(`the proxy sees ${copy.name}`, () => isUp(statusPort, at), 20_000)
              },
            }
            return copy
          }),
        )),
      )
    await eventually('the whole is ready', async () => (await fetch(`${url}/ready`)).ok, 20_000)
    return { url, copies, databases, down }
  } catch (error) {
    await down()
    throw error
  }
}
