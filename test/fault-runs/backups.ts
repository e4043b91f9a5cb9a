import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runRecovery } from '../support/backups/recovery-run.ts'
import type { FaultRun } from './fault-run.ts'

export const faultRun: FaultRun = {
  about:
    'orders while PostgreSQL archives its log; its disk is lost, and it is brought back to a moment before',
  cases: 1_000,
  async run({ cases, seed, onCases }) {
    const directory = mkdtempSync(join(tmpdir(), 'comptoir-recovery-'))
    try {
      const what = await runRecovery({ directory, orders: cases, seed, onOrders: onCases })
      console.log(`
brought back to ${what.moment} in ${what.seconds.toFixed(1)} s
${what.present} orders were acknowledged before: none is missing, and of the ${what.confirmed} confirmed ones none is unpaid
${what.absent} were asked for after it: none is there; ${what.between} were on their way
nothing for \`comptoir reconcile\` to find`)
    } finally {
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    }
  },
}
