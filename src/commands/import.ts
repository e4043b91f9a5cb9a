import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { SingleBar } from 'cli-progress'
import { StartError } from '../platform/start-error.ts'
import type { Remote } from './http.ts'

const paths: Record<string, string> = {
  produits: '/api/publique/produits/import',
  fournisseurs: '/api/publique/fournisseurs/import',
  entrepots: '/api/publique/entrepots/import',
  magasins: '/api/publique/magasins/import',
  relations: '/api/publique/produits/fournisseurs/import',
  stocks: '/api/v1/privee/stocks/import',
}

export type ImportResult = {
  succes: boolean
  created: number
  failed: number
  errors: { line: number; error: string }[]
}

const ERRORS_SHOWN = 20

/** Streams the file through the import endpoint, a bar on a terminal meanwhile; tells what came of it. Exit code 1 when lines failed. */
export async function importFile(resource: string, file: string, remote: Remote) {
  const path = paths[resource]
  if (!path) throw new StartError(`No resource ${resource}: there are ${Object.keys(paths).join(', ')}`)
  const { size } = await stat(file).catch(error => {
    throw new StartError(`Cannot read ${file}: ${error.message}`)
  })
  const bar = new SingleBar({
    format: `${resource} {bar} {percentage}% of {size} MB, {duration_formatted}`,
    stopOnComplete: true,
    noTTYOutput: false,
  })
  bar.start(size, 0, { size: (size / 1e6).toFixed(1) })
  const start = performance.now()
  const result = await send(remote, path, file, bytes => bar.increment(bytes)).finally(() => bar.stop())
  const seconds = (performance.now() - start) / 1000
  const rate = Math.round((result.created + result.failed) / seconds)
  console.log(
    `${resource}: ${result.created} created, ${result.failed} failed, in ${seconds.toFixed(1)} s (${rate} rows a second)`,
  )
  for (const { line, error } of result.errors.slice(0, ERRORS_SHOWN)) console.log(`  line ${line}: ${error}`)
  if (result.errors.length > ERRORS_SHOWN) console.log(`  … and ${result.errors.length - ERRORS_SHOWN} more`)
  if (result.failed > 0) process.exitCode = 1
}

async function send(
  { url, key }: Remote,
  path: string,
  file: string,
  onBytes: (bytes: number) => void,
): Promise<ImportResult> {
  const boundary = `comptoir-${crypto.randomUUID()}`
  async function* form() {
    yield Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${basename(file).replaceAll('"', '')}"\r\nContent-Type: application/json\r\n\r\n`,
    )
    for await (const chunk of createReadStream(file, { highWaterMark: 256 * 1024 })) {
      onBytes((chunk as Buffer).length)
      yield chunk as Buffer
    }
    yield Buffer.from(`\r\n--${boundary}--\r\n`)
  }
  const response = await fetch(`${url.replace(/\/+$/, '')}${path}`, {
    method: 'POST',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...(key ? { 'x-api-key': key } : {}),
    },
    body: ReadableStream.from(form()),
    duplex: 'half',
  } as RequestInit).catch(error => {
    throw new StartError(`The server at ${url} does not answer: ${error.cause?.message ?? error.message}`)
  })
  const answer = (await response.json()) as ImportResult & { message?: string }
  if (response.status !== 200)
    throw new StartError(`The import was refused (${response.status}): ${answer.message}`)
  return answer
}
