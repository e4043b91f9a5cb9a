import { mkdtempSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { provideProgram, type RunningProgram, startProgram } from './programs.ts'

/** The check by which HAProxy finds the primary of these PostgreSQL servers, and the address of each, with options. */
export type ProxiedServers = { check: 'httpchk' | 'tcp-check'; servers: readonly string[] }

export const provideProxy = () => provideProgram('haproxy')

/** Starts HAProxy with this configuration and waits until it listens on `port`; throws with its output otherwise. */
export function startProxy(program: string, configuration: string, port: number): Promise<RunningProgram> {
  const folder = mkdtempSync(join(tmpdir(), 'comptoir-proxy-'))
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, configuration)
  return startProgram([program, '-db', '-f', file], { folder, isUp: () => listens(port) })
}

const listens = (port: number) =>
  new Promise<boolean>(resolve => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
