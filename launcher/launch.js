import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { join } from 'node:path'
import { nodeFlags, serverFlags } from './flags.js'
import { install, isInstalled } from './install.js'
import { root } from './root.js'
import { describeMissingNode, findNode } from './runtime.js'
import { isInForeground } from './terminal.js'

/** Read as early as possible: if the parent shell ends before this, its end goes unnoticed. */
const parent = process.ppid
const LOOK_MS = 200

/**
 * Runs a script of the project under the required Node.js and exits with its status. Installs the dependencies first if they
 * are missing or outdated.
 */
export function launch(script, args, { cwd = process.cwd() } = {}) {
  // A production install omits the development packages; only scripts in src/ run without them.
  const development = !script.startsWith('src/')
  if (!isInstalled({ development }) || !findNode()) install({ development })
  run(requireNode(), [...(development ? nodeFlags : serverFlags), join(root, script), ...args], cwd)
}

function requireNode() {
  const node = findNode()
  if (node) return node
  console.error(describeMissingNode())
  process.exit(1)
}

function run(file, args, cwd) {
  const env = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'), ...process.env }
  const child = spawn(file, args, { cwd, env, stdio: 'inherit' })
  forwardSignals(child)
  child.on('error', error => {
    console.error(`${file} cannot be started: ${error.message}`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(signal ? 128 + constants.signals[signal] : code))
}

/**
 * A terminal sends Ctrl-C to both the launcher and the script, and npm forwards it to the launcher again. A second signal
 * may mean "stop at once" to the script. So the first SIGINT from a terminal is not forwarded, and the same signal never
 * twice within a second.
 */
function forwardSignals(child) {
  const last = new Map()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      const now = performance.now()
      const before = last.get(signal)
      if (before !== undefined && now - before < 1000) return
      last.set(signal, now)
      if (signal === 'SIGINT' && before === undefined && isInForeground()) return
      child.kill(signal)
    })
  }
  // npm sends its signals to the shell that runs a script. A shell that waits for the launcher, as Debian's does, ends
  // without forwarding them.
  if (process.env.npm_lifecycle_event === undefined) return
  const look = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(look)
    if (last.size === 0) child.kill('SIGTERM')
  }, LOOK_MS)
}
