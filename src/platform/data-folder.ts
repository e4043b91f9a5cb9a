import { accessSync, constants, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { errorCode, StartError } from './problem.ts'

const MARKER = 'comptoir-data'
// Files that a file system, a repository or a desktop creates in an otherwise empty folder.
const IGNORED = new Set(['lost+found', '.gitignore', '.gitkeep', '.DS_Store'])

/**
 * Creates the data folder, or claims it if it is empty or already has the marker file. Returns its real path. Throws a
 * StartError if it contains other files, is not a folder or is not writable, or if the disk is full.
 */
export function claimFolder(directory: string): string {
  const path = resolve(directory)
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
    const root = realpathSync(path)
    // A single directory read: between two reads, another process could mark the folder and begin to fill it.
    const names = readdirSync(root)
    if (!names.includes(MARKER)) {
      if (names.some(name => !IGNORED.has(name))) {
        throw new StartError(`${path} is not empty and is not a Comptoir data folder`)
      }
      writeFileSync(join(root, MARKER), 'Data of Comptoir: database and secrets. Do not edit.\n', {
        mode: 0o600,
      })
    }
    accessSync(root, constants.W_OK)
    return root
  } catch (error) {
    throw asStartError(error, path)
  }
}

/** Converts a known file system error to a StartError for the operator. Returns any other error unchanged. */
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
