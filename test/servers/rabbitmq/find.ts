import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'

// Searched first, because Debian's command in /usr/sbin changes the user with `su` and loses the environment.
const DEBIAN = '/usr/lib/rabbitmq/bin'

/** Finds the script that starts the installed RabbitMQ, with links resolved; undefined if none is installed. */
export function findServer(): string | undefined {
  const folders = [DEBIAN, ...(process.env.PATH ?? '').split(delimiter)].filter(folder => folder !== '')
  const script = folders.map(folder => join(folder, 'rabbitmq-server')).find(path => existsSync(path))
  return script && realpathSync(script)
}
