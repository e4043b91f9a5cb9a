import type { ProxiedServers } from '../servers/haproxy.ts'
import { configureDatabaseProxy } from './database-proxy.ts'

export type Parts = {
  brokerPort: number
  statusPort: number
  nodes: readonly number[]
  /** Ports for the primary and for its replicas. */
  databasePorts: { port: number; readPort: number }
  /** Undefined if the processes connect to the servers directly. */
  database?: ProxiedServers | undefined
}

/**
 * Renders the additional proxy configuration for one machine: a proxy for the broker nodes, one for the databases
 * unless processes connect to them directly, and the status of the processes.
 */
export const renderLocalProxies = ({ brokerPort, statusPort, nodes, database, databasePorts }: Parts) =>
  [
    '',
    'listen broker',
    '  mode tcp',
    `  bind 127.0.0.1:${brokerPort}`,
    '  option tcplog',
    '  balance roundrobin',
    '  timeout client 10m',
    '  timeout server 10m',
    // A connection to a node that has just stopped is retried with another node.
    '  option redispatch 1',
    ...nodes.map((port, i) => `  server node${i + 1} 127.0.0.1:${port} check inter 500ms fall 1 rise 1`),
    ...(database ? configureDatabaseProxy(database, databasePorts) : []),
    '',
    'frontend status',
    `  bind 127.0.0.1:${statusPort}`,
    '  stats enable',
    '  stats show-legends',
    '  stats uri /',
    '',
  ].join('\n')

/** Returns whether the proxy sends requests to the process on this port. */
export async function isUp(statusPort: number, port: number): Promise<boolean> {
  const table = await (await fetch(`http://127.0.0.1:${statusPort}/;csv`)).text()
  const [head = '', ...lines] = table.split('\n').map(line => line.split(','))
  const column = (name: string) => (head as string[]).indexOf(name)
  return lines.some(line => line[column('addr')] === `127.0.0.1:${port}` && line[column('status')] === 'UP')
}
