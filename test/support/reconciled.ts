import { createClient, readServerTime } from '../../src/commands/http.ts'
import { findDisagreements } from '../../src/commands/reconcile/compare.ts'
import { eventually } from './eventually.ts'

/** Returns the current findings of `comptoir reconcile` without a grace period, one line each. */
export async function listDisagreements(url: string, key?: string): Promise<string[]> {
  const server = createClient({ url, ...(key && { key }) })
  const now = await readServerTime(server.base)
  const found: string[] = []
  for await (const { subject, order, what } of findDisagreements(server, { now, settledBefore: now }))
    found.push(`reconcile: ${subject} ${order ?? ''} ${what}`)
  return found
}

/** Waits for pending work until `comptoir reconcile` finds nothing; throws its findings after `withinMs`. */
export async function waitUntilReconciled(url: string, withinMs = 60_000) {
  let found: string[] = []
  await eventually(
    'no discrepancies',
    async () => {
      found = await listDisagreements(url)
      return found.length === 0
    },
    withinMs,
  ).catch(error => {
    throw new Error(`${error.message}, ${found.length} lines:\n${found.slice(0, 20).join('\n')}`)
  })
}
