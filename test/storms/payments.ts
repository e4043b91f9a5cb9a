import { paymentStorm } from '../support/payment-storm/storm.ts'
import { startRabbit } from '../support/rabbitmq.ts'
import type { Storm } from './storm.ts'

/** A call whose process died keeps its Idempotency-Key for a minute. */
const PATIENT_MS = 61_000

export const storm: Storm = {
  about: 'payments and refunds while processes are killed and PostgreSQL is restarted',
  cases: 2_000,
  async run({ cases, seed, onCases }) {
    const rabbit = await startRabbit()
    try {
      const { kills, restarts } = await paymentStorm({
        payments: cases,
        seed,
        amqpUrl: rabbit.url,
        patientMs: PATIENT_MS,
        onPayment: () => onCases(1),
      })
      console.log(`\n${kills} processes were killed, PostgreSQL was restarted ${restarts} times`)
    } finally {
      await rabbit.stop()
    }
  },
}
