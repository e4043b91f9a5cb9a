import { mailWanted } from '../accounts/contract.ts'
import { defineArea } from '../platform/area.ts'
import { every, job, midnight } from '../platform/jobs/job.ts'
import { openVault } from './card-vault.ts'
import { cardRoutes } from './cards/routes.ts'
import { withoutCardNumbers } from './cards/without-card-numbers.ts'
import { forgetClosedOrders } from './closing/close-order.ts'
import { closingRoute } from './closing/routes.ts'
import { paymentChanged } from './contract.ts'
import { paymentCounts } from './counts.ts'
import { cardTrialRoutes } from './creating/card-trial-routes.ts'
import { processPaymentJob } from './creating/keep-payments.ts'
import { creationRoutes } from './creating/routes.ts'
import { figureRoutes } from './figures/routes.ts'
import { intentRoutes } from './intents/routes.ts'
import { linkRoutes } from './links/routes.ts'
import { logoFaults } from './logo.ts'
import { contextOf } from './open-context.ts'
import { pageRoutes } from './page/routes.ts'
import { personalData } from './privacy/personal-data.ts'
import { notificationRoutes } from './processing/notification-routes.ts'
import { processPayment } from './processing/process-payment.ts'
import { expirePayments, recoverPayments } from './processing/recover-payments.ts'
import { reconciliationRoutes } from './reconciliation/routes.ts'
import { refundRoutes } from './refunds/routes.ts'
import { sendRefund, sendRefundJob } from './refunds/send-refund.ts'
import { inProduction, PaymentsSettings } from './settings.ts'
import { transactionRoutes } from './transactions/routes.ts'

/** Payments: links and their page, card and cash payments, refunds. */
export const payments = defineArea({
  name: 'payments',
  migrations: new URL('./migrations/', import.meta.url),
  calls: ['orders', 'accounts', 'loyalty'],
  announces: [paymentChanged, mailWanted],
  settings: PaymentsSettings,
  inProduction,
  faults: logoFaults,
  neverLogged: ['cardNumber', 'cvc', 'cvv', 'securityCode', 'clientSecret'],
  redaction: { fields: ['cardNumber', 'cvc', 'cvv', 'securityCode'], mask: withoutCardNumbers },
  personalData: {
    open: ({ clock, settings }) => personalData({ clock, vault: openVault(settings.cardKeys) }),
    first: true,
  },
  open: platform => {
    const context = contextOf(platform)
    return {
      routes: async app => {
        for (const routes of [
          linkRoutes,
          creationRoutes,
          closingRoute,
          refundRoutes,
          cardTrialRoutes,
          cardRoutes,
          intentRoutes,
          notificationRoutes,
          reconciliationRoutes,
          figureRoutes,
          transactionRoutes,
          pageRoutes,
        ])
          await app.register(routes(context))
      },
      jobs: [
        job(processPaymentJob, ({ id }) => processPayment(context, id)),
        job(sendRefundJob, ({ id }) => sendRefund(context, id)),
      ],
      schedules: [
        { name: 'payments.recover', next: every(5), run: () => recoverPayments(context) },
        { name: 'payments.expire', next: midnight, run: () => expirePayments(context) },
        { name: 'payments.forget-closed-orders', next: midnight, run: () => forgetClosedOrders(context) },
      ],
      counts: paymentCounts,
    }
  },
})
