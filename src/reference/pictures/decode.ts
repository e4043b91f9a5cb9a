import { fork } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { createSemaphore } from '../../platform/concurrency/semaphore.ts'
import type { Log } from '../../platform/log.ts'
import { Problem } from '../../platform/problem.ts'

/** The size of the upright picture, and its versions as WebP. */
export type DecodedPicture = {
  largeur: number
  hauteur: number
  contenu160: Uint8Array
  contenu480: Uint8Array
  contenu1200: Uint8Array
}
export type DecoderReport = DecodedPicture | 'too many pixels' | 'unreadable'

const MAX_DECODE_MS = 10_000
/** The limit of processor time. A picture needs up to five seconds; a server under load needs longer for the same work. */
const MAX_CPU_S = 8
/** Data; with the code, the process stays below 1 GiB. The worst accepted picture, of AVIF, takes 940 MiB. */
const MAX_MEMORY_KIB = 960 * 1024

/** A shell sets limits that the process cannot exceed, and then becomes that process. */
const LIMITED = `ulimit -d ${MAX_MEMORY_KIB} && ulimit -t ${MAX_CPU_S} && exec "$0" "$@"`
/** Code that is compiled while it runs, and idle threads, would reserve half a gigabyte. */
const SMALL = ['--jitless', '--v8-pool-size=0']

const UNREADABLE = 'The file is not a readable JPEG, PNG, WebP or AVIF picture'
const TOO_MANY_PIXELS = 'The picture has more than 50 megapixels'

/** Runs two at once; others wait for up to ten seconds, and then throw a 503. */
export const decodeInTurn = createSemaphore(2, 10_000)

/**
 * Decodes the picture in a file. Throws a 413 for too many pixels, a 415 for a file that is no readable JPEG, PNG, WebP or
 * AVIF picture, and a 503 if the server is too busy. A process of its own decodes, with a low priority and without
 * settings, because decoders are native code that reads untrusted files.
 */
export async function decodePicture(path: string, log: Log): Promise<DecodedPicture> {
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
  if (report === undefined) log.warn({ exitCode, signal }, 'The decoder of a picture ended without a result')
  if (signal === 'SIGKILL') throw new Problem(503, 'service-indisponible', 'Decoding took too long')
  if (report === 'too many pixels') throw new Problem(413, 'corps-trop-grand', TOO_MANY_PIXELS)
  if (report === undefined || report === 'unreadable') throw new Problem(415, 'image-illisible', UNREADABLE)
  return report
}
