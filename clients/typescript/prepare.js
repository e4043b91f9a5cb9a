import { spawnSync } from 'node:child_process'
import { isAbsolute, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('.', import.meta.url))
const root = join(folder, '../..')
// npm sets INIT_CWD to the folder in which it was called.
const caller = process.env.INIT_CWD ?? folder

const contains = (outer, inner) => {
  const path = relative(outer, inner)
  return !path.startsWith('..') && !isAbsolute(path)
}

// An installation of the platform itself does not need the package, and may lack the packages that build it.
if (contains(root, caller) && !contains(folder, caller)) process.exit()

try {
  import.meta.resolve('openapi-typescript')
} catch {
  console.error(`comptoir-client cannot be built: run "npm ci" in ${root} first`)
  process.exit(1)
}
const { status } = spawnSync('npm run build', { cwd: folder, stdio: 'inherit', shell: true })
process.exit(status ?? 1)
