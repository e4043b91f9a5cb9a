import { serverAt } from '../../../src/commands/http.ts'
import { disagreements } from '../../../src/commands/reconcile/compare.ts'
import { timeOf } from '../../../src/commands/server-time.ts'
import { eventually } from '../platform.ts'

/** Waits until the operator's own check finds nothing: what was on its way goes on for a moment. */
export async function reconciled(url: string) {
  const server = serverAt({ url })
  let found: string[] = []
  await eventually(
    'nothing disagrees',
    async () => {
      const now = await timeOf(url)
      found = []
      for await (const { subject, order, what } of disagreements(server, { now, settledBefore: now }))
        found.push(`${subject} ${order ?? ''} ${what}`)
      return found.length === 0
    },
    60_000,
  ).catch(error => {
    throw new Error(`${error.message}: ${found.join('\n')}`)
  })
}
