import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export type Scope = {
  /** A temporary folder that is removed at the end. */
  directory: string
  atEnd(end: () => unknown): void
  /** Calls the functions given to `atEnd` in reverse order; logs the error of one that fails, and continues. */
  close(): Promise<void>
}

/** A scope inside another one ends with it at the latest. */
export function openScope(outer?: Scope): Scope {
  const directory = mkdtempSync(join(outer?.directory ?? tmpdir(), 'comptoir-bench-'))
  const ends: (() => unknown)[] = [() => rmSync(directory, { recursive: true, force: true })]
  const scope: Scope = {
    directory,
    atEnd: end => ends.push(end),
    async close() {
      for (let end = ends.pop(); end; end = ends.pop())
        try {
          await end()
        } catch (error) {
          console.error(error)
        }
    },
  }
  outer?.atEnd(scope.close)
  return scope
}
