import type { ProxiedServers } from '../servers/haproxy.ts'
import { readPrintedBlock } from '../support/printed-block.ts'

type Ports = { port: number; readPort: number }

/** The check for a primary, and the corresponding check for a replica. */
const ROLES = {
  httpchk: ['/primary', '/replica'],
  'tcp-check': ['6f666600', '6f6e00'],
} as const

const printedLines = ({ check, servers }: ProxiedServers, port: number): string[] => [
  '',
  ...readPrintedBlock('listen primary\n', `option ${check}`)
    .split('\n')
    .filter(line => !line.startsWith('  server '))
    .map(line => line.replace(/^ {2}bind .*/, `  bind 127.0.0.1:${port}`)),
  ...servers.map((server, i) => `  server postgres${i + 1} ${server}`),
]

/** Returns the configuration of a port for the primary and of one for its replicas, as docs/deploy.md shows it. */
export function configureDatabaseProxy(servers: ProxiedServers, { port, readPort }: Ports): string[] {
  const [primary, replica] = ROLES[servers.check]
  const ofReplica = (line: string) =>
    line.replace('listen primary', 'listen replica').replace(primary, replica)
  return [...printedLines(servers, port), ...printedLines(servers, readPort).map(ofReplica)]
}
