import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { installPackages } from '../apt.ts'
import { findServer } from './find.ts'

/**
 * Returns the script that starts RabbitMQ. If it is missing, apt-get installs it without its service; undefined if that
 * is not possible.
 */
export async function provideServer(): Promise<string | undefined> {
  const installed = findServer()
  if (installed || !(await installPackages('rabbitmq-server'))) return installed
  // Disables the services at the next boot, too.
  const services = ['rabbitmq-server', 'epmd.socket', 'epmd.service']
  await promisify(execFile)('systemctl', ['disable', ...services]).catch(() => {})
  return findServer()
}
