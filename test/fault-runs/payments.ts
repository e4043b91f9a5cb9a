import { startRabbit } from '../servers/rabbitmq.ts'
import { runPayments } from '../support/fault-injection/payment-run.ts'
import type { FaultRun } from './fault-run.ts'

/** A call whose process died locks its Idempotency-Key for a minute. */
const PATIENT_MS = 61_000

export const faultRun: FaultRun = {
  about: 'payments and refunds while processes are killed and PostgreSQL is restarted',
  cases: 2_000,
  async run({ cases, seed, onCases }) {
    const rabbit = await startRabbit()
    try {
      const what = await runPayments({
        payments: cases,
        seed,
        amqpUrl: rabbit.url,
        patientMs: PATIENT_MS,
        onPayment: () => onCases(1),
      })
      const { kills, restarts, payments, accepted, refused, cancelled, refunds, announcements, searched } =
        what
      console.log(`
${kills} processes were killed, PostgreSQL was restarted ${restarts} times
${payments} payments: ${accepted} accepted, ${refused} refused, ${cancelled} cancelled, none pending; ${refunds} refunds, none above its payment; no order paid twice
${announcements} changes, each announced once and in order (${what.received} deliveries); \`comptoir reconcile\` finds nothing
${what.numbers} card numbers searched in ${searched.rows} rows of ${searched.tables} tables, ${searched.sealed} encrypted texts opened, ${searched.lines} lines of logs and messages: none`)
      return {
        what: 'payments and refunds, processes and PostgreSQL killed',
        ...{ runs: payments, kills: kills + restarts, lost: 0, doubled: 0 },
        recoverySeconds: what.recoverySeconds,
        more: `${refunds} refunds; ${announcements} changes announced once and in order`,
      }
    } finally {
      await rabbit.stop()
    }
  },
}
