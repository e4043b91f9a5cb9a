import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const runGit = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()

export const describeCommit = (commit: string) => runGit('log', '-1', '--format=%h (%s)', commit)

/**
 * Describes the commit, and whether files other than results differ from it. Without git, says that it is not known.
 */
export function describeRevision(): string {
  try {
    const changed = runGit('status', '--porcelain', '--', '.', ':!bench/results')
    return `${describeCommit('HEAD')}${changed ? ' + changes' : ''}`
  } catch {
    return 'not known: this is no git checkout'
  }
}
