import type { Remote } from '../http.ts'
import type { showProgress } from './progress.ts'

/** What is to be imported, and how that is told. */
export type ImportTask = {
  kind: string
  file: string
  remote: Remote
  update: boolean
  dryRun: boolean
  /** Bytes of the file, and how many of them are done. */
  size: number
  progress: ReturnType<typeof showProgress>
  /** Since the beginning. */
  seconds: () => number
}
