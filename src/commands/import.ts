import { stat } from 'node:fs/promises'
import { SingleBar } from 'cli-progress'
import type { ImportAnswer } from '../platform/imports/line-report.ts'
import { StartError } from '../platform/start-error.ts'
import type { Remote } from './http.ts'
import { upload } from './upload.ts'

const paths: Record<string, string> = {
  produits: '/api/publique/produits/import',
  fournisseurs: '/api/publique/fournisseurs/import',
  entrepots: '/api/publique/entrepots/import',
  magasins: '/api/publique/magasins/import',
  relations: '/api/publique/produits/fournisseurs/import',
  stocks: '/api/v1/privee/stocks/import',
}

const ERRORS_SHOWN = 20

/**
 * Streams the file through the import endpoint, on a terminal with a bar, then the time that the server has been at it;
 * tells what came of it. Exit code 1 when lines failed.
 */
export async function importFile(resource: string, file: string, remote: Remote) {
  const path = paths[resource]
  if (!path) throw new StartError(`No resource ${resource}: there are ${Object.keys(paths).join(', ')}`)
  const { size } = await stat(file).catch(error => {
    throw new StartError(`Cannot read ${file}: ${error.message}`)
  })
  const start = performance.now()
  const progress = showProgress(resource, size)
  const { status, body } = await upload(remote, path, file, progress.sent).finally(progress.end)
  if (status !== 200)
    throw new StartError(`The import was refused (${status}): ${(body as { message?: string }).message}`)
  tell(resource, body as ImportAnswer, (performance.now() - start) / 1000)
}

function showProgress(resource: string, size: number) {
  const bar = new SingleBar({
    format: `${resource} {bar} {percentage}% of {size} MB{after}`,
    noTTYOutput: false,
  })
  bar.start(size, 0, { size: (size / 1e6).toFixed(1), after: '' })
  const start = performance.now()
  let sent = 0
  const ticking = setInterval(() => {
    const seconds = Math.round((performance.now() - start) / 1000)
    if (sent >= size) bar.update(sent, { after: `, sent; the server takes it in: ${seconds} s` })
  }, 1_000)
  return {
    sent(bytes: number) {
      sent += bytes
      bar.update(sent)
    },
    end() {
      clearInterval(ticking)
      bar.stop()
    },
  }
}

/** A line that an earlier import of the same file has brought in. */
const isThere = ({ error }: ImportAnswer['errors'][number]) => / already$/.test(error)

function tell(resource: string, { created, failed, errors }: ImportAnswer, seconds: number) {
  const rate = Math.round((created + failed) / seconds)
  console.log(
    `${resource}: ${created} created, ${failed} failed, in ${seconds.toFixed(1)} s (${rate} rows a second)`,
  )
  const others = errors.filter(error => !isThere(error))
  for (const { line, error } of others.slice(0, ERRORS_SHOWN)) console.log(`  line ${line}: ${error}`)
  if (others.length > ERRORS_SHOWN) console.log(`  … and ${others.length - ERRORS_SHOWN} more`)
  const there = errors.length - others.length
  if (there > 0)
    console.log(
      `  ${there} ${there === 1 ? 'line' : 'lines'}: there already${there === failed ? '; nothing is missing' : ''}`,
    )
  if (failed > errors.length) console.log(`  ${failed - errors.length} lines that the server does not name`)
  if (failed > 0) process.exitCode = 1
}
