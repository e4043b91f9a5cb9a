import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import type { DecoderEnd, DecoderReport } from './decode.ts'

const MAX_DECODE_MS = 10_000
/** The limit of processor time. A picture needs up to five seconds; a server under load needs longer for the same work. */
const MAX_CPU_S = 8
/** Data; with the code, the process stays below 1 GiB. The worst accepted picture, of AVIF, takes 940 MiB. */
const MAX_MEMORY_KIB = 960 * 1024

/** A shell sets limits that the process cannot exceed, and then becomes that process. */
const LIMITED = `ulimit -d ${MAX_MEMORY_KIB} && ulimit -t ${MAX_CPU_S} && exec "$0" "$@"`
/** Code that is compiled while it runs, and idle threads, would reserve half a gigabyte. */
const SMALL = ['--jitless', '--v8-pool-size=0']

async function runDecoder(path: string): Promise<DecoderEnd> {
  const child = fork(new URL('./decode-process.js', import.meta.url), [path], {
    ...{ execPath: '/bin/sh', execArgv: ['-c', LIMITED, process.execPath, ...SMALL] },
    ...{ env: { UV_THREADPOOL_SIZE: '1', MALLOC_ARENA_MAX: '1' }, serialization: 'advanced' },
    ...{ stdio: 'ignore', timeout: MAX_DECODE_MS, killSignal: 'SIGKILL' },
  })
  const closed = once(child, 'close')
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  let report: DecoderReport | undefined
  child.once('message', message => {
    // The process sends nothing else.
    report = message as DecoderReport
  })
  const [exitCode, signal] = await closed
  return { path, exitCode, signal, report }
}

process.on('message', async path => process.send?.(await runDecoder(path as string)))
process.once('disconnect', () => process.exit())
