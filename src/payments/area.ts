import { defineArea } from '../platform/area.ts'
import { every, job, midnight } from '../platform/jobs/job.ts'
import { contextOf } from './context.ts'
import { processPaymentJob } from './create-payment.ts'
import { PaymentChanged } from './events.ts'
import { pageRoutes } from './page/routes.ts'
import { personalData } from './personal-data.ts'
import { processPayment } from './process-payment.ts'
import { expirePayments, recoverPayments } from './recover-payments.ts'
import { cardTrialRoutes } from './routes/card-trial.ts'
import { cardRoutes } from './routes/cards.ts'
import { creationRoutes } from './routes/creation.ts'
import { intentRoutes } from './routes/intents.ts'
import { linkRoutes } from './routes/links.ts'
import { notificationRoutes } from './routes/notifications.ts'
import { reconciliationRoutes } from './routes/reconciliation.ts'
import { refundRoutes } from './routes/refunds.ts'
import { transactionRoutes } from './routes/transactions.ts'
import { sendRefund, sendRefundJob } from './send-refund.ts'

/** Payments: links and their page, card and cash payments, refunds. */
export const payments = defineArea({
  name: 'payments',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['orders', 'accounts', 'loyalty'],
  announces: [PaymentChanged],
  open: platform => {
    const context = contextOf(platform)
    return {
      routes: async app => {
        for (const routes of [
          linkRoutes,
          creationRoutes,
          refundRoutes,
          cardTrialRoutes,
          cardRoutes,
          intentRoutes,
          notificationRoutes,
          reconciliationRoutes,

          transactionRoutes,
          pageRoutes,
        ])
          await app.register(routes(context))
      },
      personalData: personalData(context),
      jobs: [
        job(processPaymentJob, ({ id }) => processPayment(context, id)),
        job(sendRefundJob, ({ id }) => sendRefund(context, id)),
      ],
      schedules: [
        { name: 'payments.recover', next: every(5), run: () => recoverPayments(context) },
        { name: 'payments.expire', next: midnight, run: () => expirePayments(context) },
      ],
    }
  },
})
