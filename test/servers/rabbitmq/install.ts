import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { aptInstall } from '../apt.ts'
import { findServer } from './find.ts'

/** RabbitMQ, installed by apt-get where it is not there and can be, without its service; undefined where it cannot. */
export async function provideServer(): Promise<string | undefined> {
  const installed = findServer()
  if (installed || !(await aptInstall('rabbitmq-server'))) return installed
  // Nor at the next boot.
  const services = ['rabbitmq-server', 'epmd.socket', 'epmd.service']
  await promisify(execFile)('systemctl', ['disable', ...services]).catch(() => {})
  return findServer()
}
