import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { aptInstall } from '../apt.ts'

/** Installs the server by apt-get, without starting its service; false when that is not possible here. */
export async function installServer(): Promise<boolean> {
  if (!(await aptInstall('rabbitmq-server'))) return false
  // Nor at the next boot.
  const services = ['rabbitmq-server', 'epmd.socket', 'epmd.service']
  await promisify(execFile)('systemctl', ['disable', ...services]).catch(() => {})
  return true
}
