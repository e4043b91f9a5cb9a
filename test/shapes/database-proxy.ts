import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { ProxiedServers } from '../servers/haproxy.ts'

const DOCUMENT = fileURLToPath(new URL('../../docs/deploy.md', import.meta.url))

type Ports = { port: number; readPort: number }

/** The check for a primary, and the corresponding check for a replica. */
const ROLES = {
  httpchk: ['/primary', '/replica'],
  'tcp-check': ['6f666600', '6f6e00'],
} as const

/** Operators copy this block, so the tests run the same text with the addresses of this machine. */
function printedBlock({ check, servers }: ProxiedServers, port: number): string[] {
  const blocks = readFileSync(DOCUMENT, 'utf8').match(/^listen primary\n[\s\S]*?(?=^```)/gm) ?? []
  const block = blocks.find(each => each.includes(`option ${check}`))
  if (!block) throw new Error(`${DOCUMENT} shows no HAProxy block with option ${check}`)
  const lines = block.trimEnd().split('\n')
  return [
    '',
    ...lines
      .filter(line => !line.startsWith('  server '))
      .map(line => line.replace(/^ {2}bind .*/, `  bind 127.0.0.1:${port}`)),
    ...servers.map((server, i) => `  server postgres${i + 1} ${server}`),
  ]
}

/** Returns the configuration of a port for the primary and of one for its replicas, as docs/deploy.md shows it. */
export function configureDatabaseProxy(servers: ProxiedServers, { port, readPort }: Ports): string[] {
  const [primary, replica] = ROLES[servers.check]
  const ofReplica = (line: string) =>
    line.replace('listen primary', 'listen replica').replace(primary, replica)
  return [...printedBlock(servers, port), ...printedBlock(servers, readPort).map(ofReplica)]
}
