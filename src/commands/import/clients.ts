import { open } from 'node:fs/promises'
import type { ImportTask } from './task.ts'
import { tellCounts, tellErrors } from './tell.ts'
import { bodyOf, isCsv, upload } from './upload.ts'

type Answer = {
  summary: Record<'createdCount' | 'updatedCount' | 'reactivatedCount' | 'errorCount', number>
  details: { errors: { email: string | null; error: string }[] }
}

/** Customers, whose import always updates. A file that is an array is sent as the member that the route takes. */
export async function importClients({ kind, file, remote, dryRun, progress, seconds }: ImportTask) {
  const array = isCsv(file) ? undefined : await startOfArray(file)
  const body = bodyOf(file, array === undefined ? {} : { from: array, before: '{"clients":', after: '}' })
  const path = `/api/privee/clients/import${dryRun ? '?dryRun=true' : ''}`
  const { summary, details } = await upload<Answer>(remote, path, body, progress.sent, 201)
  progress.end()
  const { createdCount: created, updatedCount: updated, reactivatedCount: reactivated } = summary
  const failed = summary.errorCount
  tellCounts({ kind, dryRun, counts: { created, updated, reactivated, failed }, seconds: seconds() })
  tellErrors(
    details.errors.map(({ email, error }) => `${email ?? 'a customer without an address'}: ${error}`),
    failed,
  )
}

/** Where the array begins that a file is, after blanks and a byte order mark; undefined where it is something else. */
async function startOfArray(file: string) {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1_024), 0, 1_024, 0)
    const head = /^(\xef\xbb\xbf)?\s*\[/.exec(buffer.toString('latin1', 0, bytesRead))
    return head ? head[0].length - 1 : undefined
  } finally {
    await handle.close()
  }
}
