import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runRecovery } from '../support/backups/recovery-run.ts'
import type { FaultRun } from './fault-run.ts'

export const faultRun: FaultRun = {
  about: 'orders while PostgreSQL archives its log, then the loss of its disk and a point-in-time recovery',
  cases: 1_000,
  async run({ cases, seed, onCases }) {
    const directory = mkdtempSync(join(tmpdir(), 'comptoir-recovery-'))
    try {
      const what = await runRecovery({ directory, orders: cases, seed, onOrders: onCases })
      console.log(`
recovered to ${what.moment} in ${what.seconds.toFixed(1)} s
${what.present} orders were acknowledged before that point: none is missing, and none of the ${what.confirmed} confirmed ones is unpaid
${what.absent} were requested after it: none exists; ${what.between} were in progress
\`comptoir reconcile\` finds nothing`)
      return {
        what: 'PostgreSQL: disk lost, another server recovered to a point in time from its archive',
        ...{ runs: what.present + what.absent, kills: 1, lost: 0, doubled: 0 },
        recoverySeconds: [what.seconds],
        more: `${what.present} orders acknowledged before that point, ${what.absent} requested after it`,
      }
    } finally {
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    }
  },
}
