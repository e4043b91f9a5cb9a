import { connect, type Socket } from 'node:net'

/** Loopback addresses: each represents a different attacker. None is the proxy's address, 127.0.0.1. */
export const strangerAt = (i: number) => `127.0.${1 + Math.floor(i / 250)}.${1 + (i % 250)}`

export type Line = { socket: Socket; heard: string; open: boolean }

/** Opens a connection from an attacker's address, and records the start of the data it receives. */
export function openLine(base: string, localAddress: string): Line {
  const { hostname, port } = new URL(base)
  const socket = connect({ host: hostname, port: Number(port), localAddress })
  const line = { socket, heard: '', open: true }
  socket.on('data', part => {
    if (line.heard.length < 100) line.heard += part
  })
  socket.on('error', () => {})
  socket.on('close', () => {
    line.open = false
  })
  return line
}

/** The status of the first response, or undefined before its status line has arrived. */
export const statusOf = ({ heard }: Line) => /^HTTP\/1.1 (\d+)/.exec(heard)?.[1]

export function countBy<Item>(items: readonly Item[], of: (item: Item) => string): string {
  const counts = Map.groupBy(items, of)
  return [...counts].map(([name, each]) => `${each.length} ${name}`).join(', ')
}
