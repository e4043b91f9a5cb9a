import { accessSync, constants, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { errorCode, StartError } from './problem.ts'

const MARK = 'comptoir-data'
// Files that a file system, a repository or a desktop creates in an otherwise empty folder.
const NOBODYS = new Set(['lost+found', '.gitignore', '.gitkeep', '.DS_Store'])

/** Makes the data folder, or takes it when it is empty or marked as ours; otherwise a StartError. Gives its real path. */
export function claimFolder(directory: string): string {
  const path = resolve(directory)
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const root = realpathSync(path)
    // One look: between two of them another start may mark the folder and begin to fill it.
    const names = readdirSync(root)
    if (!names.includes(MARK)) {
      if (names.some(name => !NOBODYS.has(name))) {
        throw new StartError(`${path} is not empty and is not a Comptoir data folder`)
      }
      writeFileSync(join(root, MARK), 'The data of Comptoir: database, secrets. Not to be edited.\n', {
        mode: 0o600,
      })
    }
    accessSync(root, constants.W_OK)
    return root
  } catch (error) {
    throw asStartError(error, path)
  }
}

/** An error of the file system as a line for the operator. */
export function asStartError(error: unknown, path: string): unknown {
  switch (errorCode(error)) {
    case 'ENOSPC':
    case 'EDQUOT':
      return new StartError(`The disk is full: ${path}`)
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new StartError(`The data folder ${path} is not writable`)
    case 'EEXIST':
    case 'ENOTDIR':
      return new StartError(`The data folder ${path} is not a folder`)
    default:
      return error
  }
}
