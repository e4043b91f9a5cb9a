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
      return {
        what: 'PostgreSQL: its disk lost, another one brought back to a moment from its archive',
        ...{ runs: what.present + what.absent, kills: 1, lost: 0, doubled: 0 },
        recoverySeconds: [what.seconds],
        more: `${what.present} orders acknowledged before the moment, ${what.absent} asked for after it`,
      }
    } finally {
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
    }
  },
}
