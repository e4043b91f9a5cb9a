import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './bench.ts'
import { runGit } from './revision.ts'
import type { Scope } from './scope.ts'

/** Checks out another commit in a separate folder, with this tree's packages. */
export function checkOut(scope: Scope, commit: string): string {
  const tree = join(scope.directory, 'tree')
  if (runGit('diff', commit, '--', 'package-lock.json'))
    console.warn(`package-lock.json differs from ${commit}: both run with the packages installed here`)
  runGit('worktree', 'add', '--detach', '--quiet', tree, commit)
  scope.atEnd(() => runGit('worktree', 'remove', '--force', tree))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  return tree
}
