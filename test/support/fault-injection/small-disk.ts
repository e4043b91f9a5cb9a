import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Missing } from '../missing.ts'

export type SmallDisk = {
  path: string
  /** Fills all free space. */
  fill(): void
  makeRoom(): void
  freeBytes(): number
  remove(): void
}

const CHUNK = Buffer.alloc(64 * 1024)

/** Mounts a file system of this many megabytes in memory; throws `Missing` where that is not possible. */
export function mountSmallDisk(megabytes: number): SmallDisk {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    throw new Missing('only root can mount a separate disk')
  const path = mkdtempSync(join(tmpdir(), 'comptoir-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0711`, 'tmpfs', path], {
      stdio: 'pipe',
    })
  } catch (error) {
    rmSync(path, { recursive: true })
    const why = String((error as { stderr?: Buffer }).stderr ?? error).trim()
    throw new Missing(`no disk can be mounted here: ${why}`)
  }
  const ballast = join(path, 'ballast')
  return {
    path,
    fill() {
      const file = openSync(ballast, 'a')
      try {
        for (;;) if (writeSync(file, CHUNK) < CHUNK.length) break
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    freeBytes: () => {
      const { bavail, bsize } = statfsSync(path)
      return bavail * bsize
    },
    remove() {
      execFileSync('umount', ['--lazy', path])
      rmSync(path, { recursive: true, force: true })
    },
  }
}
