import { type ChildProcess, fork } from 'node:child_process'
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
/** How the decoder of the picture at `path` ended. It may end without a report. */
export type DecoderEnd = {
  path: string
  exitCode: number | null
  signal: NodeJS.Signals | null
  report: DecoderReport | undefined
}

const UNREADABLE = 'The file is not a readable JPEG, PNG, WebP or AVIF picture'
const TOO_MANY_PIXELS = 'The picture has more than 50 megapixels'

/** Runs two at once; others wait for up to ten seconds, and then throw a 503. */
export const decodeInTurn = createSemaphore(2, 10_000)

let starter: ChildProcess | undefined
const running = new Map<string, PromiseWithResolvers<DecoderEnd>>()

/**
 * Starts the process that starts decoders. A start copies the page tables of its parent: from a server of 300 MB, it took
 * 25 ms in which nothing was answered.
 */
function openStarter(): ChildProcess {
  const child = fork(new URL('./decoder-starter.ts', import.meta.url), [], {
    ...{ execArgv: [], env: {}, stdio: 'ignore', serialization: 'advanced' },
  })
  child.on('message', message => {
    // The process sends nothing else.
    const end = message as DecoderEnd
    running.get(end.path)?.resolve(end)
  })
  const stop = () => {
    if (starter !== child) return
    starter = undefined
    for (const { reject } of running.values())
      reject(new Problem(503, 'service-indisponible', 'Decoding was interrupted'))
  }
  child.once('close', stop).on('error', stop)
  child.unref()
  child.channel?.unref()
  return child
}

function runDecoder(path: string): Promise<DecoderEnd> {
  const end = Promise.withResolvers<DecoderEnd>()
  running.set(path, end)
  starter ??= openStarter()
  starter.send(path)
  return end.promise.finally(() => running.delete(path))
}

/**
 * Decodes the picture in a file. Throws a 413 for too many pixels, a 415 for a file that is no readable JPEG, PNG, WebP or
 * AVIF picture, and a 503 if the server is too busy. A process of its own decodes, with a low priority and without
 * settings, because decoders are native code that reads untrusted files.
 */
export async function decodePicture(path: string, log: Log): Promise<DecodedPicture> {
  const { report, exitCode, signal } = await runDecoder(path)
  if (report === undefined) log.warn({ exitCode, signal }, 'The decoder of a picture ended without a result')
  if (signal === 'SIGKILL') throw new Problem(503, 'service-indisponible', 'Decoding took too long')
  if (report === 'too many pixels') throw new Problem(413, 'corps-trop-grand', TOO_MANY_PIXELS)
  if (report === undefined || report === 'unreadable') throw new Problem(415, 'image-illisible', UNREADABLE)
  return report
}
