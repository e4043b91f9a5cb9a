import { execFileSync } from 'node:child_process'
import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bench.ts'
import { runGit } from './revision.ts'
import type { Scope } from './scope.ts'

/** Checks out another commit in a separate folder, and installs its packages if they differ from this tree's. */
export function checkOut(scope: Scope, commit: string): string {
  const tree = join(scope.directory, 'tree')
  runGit('worktree', 'add', '--detach', '--quiet', tree, commit)
  scope.atEnd(() => runGit('worktree', 'remove', '--force', tree))
  if (runGit('diff', '--name-only', commit, '--', 'package-lock.json')) {
    console.log(`Installing the packages of ${commit}`)
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: tree,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  } else symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  return tree
}
