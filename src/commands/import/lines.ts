import type { ImportAnswer } from '../../platform/imports/line-report.ts'
import type { ImportTask } from './task.ts'
import { tellCounts, tellErrors } from './tell.ts'
import { formOf, upload } from './upload.ts'

/** Files whose lines the server takes in and tells of one by one. */
export const paths: Record<string, { path: string; updates: boolean }> = {
  produits: { path: '/api/publique/produits/import', updates: true },
  fournisseurs: { path: '/api/publique/fournisseurs/import', updates: true },
  entrepots: { path: '/api/publique/entrepots/import', updates: true },
  magasins: { path: '/api/publique/magasins/import', updates: true },
  relations: { path: '/api/publique/produits/fournisseurs/import', updates: true },
  // What is counted is set, whatever was there.
  stocks: { path: '/api/v1/privee/stocks/import', updates: false },
}

/** A line that an earlier import of the same file has brought in. */
const isThere = ({ error }: ImportAnswer['errors'][number]) => / already$/.test(error)

export async function importLines(
  { path, updates }: { path: string; updates: boolean },
  { kind, file, remote, update, dryRun, progress, seconds }: ImportTask,
) {
  const query = new URLSearchParams({
    ...(updates && update ? { mode: 'upsert' } : {}),
    ...(dryRun ? { dryRun: 'true' } : {}),
  })
  const asked = query.size > 0 ? `${path}?${query}` : path
  const answer = await upload<ImportAnswer>(remote, asked, formOf(file), progress.sent, 200)
  progress.end()
  const { created, updated, unchanged, failed, errors } = answer
  const counts = { created, ...(updated === undefined ? {} : { updated, unchanged: unchanged ?? 0 }), failed }
  tellCounts({ kind, dryRun, counts, seconds: seconds() })
  const others = errors.filter(error => !isThere(error))
  tellErrors(
    others.map(({ line, error }) => `line ${line}: ${error}`),
    failed,
  )
  const there = errors.length - others.length
  if (there > 0)
    console.log(
      `  ${there} ${there === 1 ? 'line' : 'lines'}: there already${there === failed ? '; nothing is missing' : ''}`,
    )
  if (failed > errors.length) console.log(`  ${failed - errors.length} lines that the server does not name`)
}
