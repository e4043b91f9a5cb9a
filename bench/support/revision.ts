import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

export const named = (commit: string) => git('log', '-1', '--format=%h (%s)', commit)

/**
 * Describes the commit, and whether files other than results differ from it. Without git, says that it is not known.
 */
export function revision(): string {
  try {
    const changed = git('status', '--porcelain', '--', '.', ':!bench/results')
    return `${named('HEAD')}${changed ? ' + changes' : ''}`
  } catch {
    return 'not known: this is no git checkout'
  }
}
