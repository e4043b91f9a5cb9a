import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.js'

const packageOf = folder => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

const { optionalDependencies: PACKAGES } = packageOf('launcher')
/** The packages of all platforms have the same version. */
const OLDEST = Number.parseInt(Object.values(PACKAGES)[0], 10)

const folderOf = name => join(root, 'node_modules', name)
const findPackaged = () =>
  Object.keys(PACKAGES)
    .map(name => join(folderOf(name), 'bin/node'))
    .find(existsSync)

/** Whether the Node.js that started the launcher is too old, so that the packaged one is needed. */
export const isRuntimeNeeded = () => Number.parseInt(process.versions.node, 10) < OLDEST

/** Returns the path of a recent enough Node.js; undefined if the packaged one is needed but not installed. */
export const findNode = () => (isRuntimeNeeded() ? findPackaged() : process.execPath)

/** Returns the npm arguments that leave out this workspace, whose only dependency is Node.js. */
export const workspacesWithoutRuntime = () => [
  '--include-workspace-root',
  ...packageOf('.')
    .workspaces.filter(folder => folder !== 'launcher')
    .map(folder => `--workspace=${folder}`),
]

/** Deletes the C headers, manuals and changelog of the packaged Node.js (67 MB), which the platform never uses. */
export function removeUnusedFiles() {
  for (const name of Object.keys(PACKAGES))
    for (const part of ['include', 'share', 'CHANGELOG.md'])
      rmSync(join(folderOf(name), part), { recursive: true, force: true })
}

export const describeMissingNode = () =>
  `Node.js ${OLDEST} is missing, and npm does not provide it for ${process.platform}-${process.arch}: install Node.js ${OLDEST} or later.`
